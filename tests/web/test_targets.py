"""What actions are about is on the board, to be pointed at: in Chromium, in random matches of all games."""

import random
from typing import TYPE_CHECKING, Final

import pytest

from tests.games.matches import CASES, Case
from tests.web.telling.test_narrowing import positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MISSING: Final = """async ([game, setup, positions]) => {
    const { loadTexts } = await import("/assets/games/browser/texts.js");
    const board = `${location.origin}/assets/games/${game}/browser/board.js`;
    const { create } = await import(board);
    const table = create(setup, ["a", "b", "c", "d", "e"], await loadTexts("en", board));
    document.body.replaceChildren(table.element);
    const missing = [];
    for (const { actor, legal, board } of positions) {
        const about = legal.map((choice) => table.targets(choice.parts, actor, board));
        table.draw({ board, actor, seat: actor, taken: [], open: about.flat(), before: null, decided: null });
        const there = [...table.element.querySelectorAll("[data-target]")].map((one) => one.dataset.target);
        for (const [at, targets] of about.entries()) {
            const left = [...there];
            for (const target of targets) {
                if (!left.includes(target)) missing.push([legal[at].notation, target]);
                else left.splice(left.indexOf(target), 1);
            }
        }
    }
    return missing;
}"""
"""The targets of legal actions, as often as an action names them, that are not on the board."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_what_actions_are_about_is_on_the_board(browser: "Browser", address: str, case: Case) -> None:
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{address}/cup/")
    setup = case.game.setup(case.game.view(case.deal(1), 0))
    seed = random.Random(f"targets {case}").randrange(1000)
    assert page.evaluate(MISSING, [case.key, setup, positions(case, seed, 60)]) == []
    page.close()
