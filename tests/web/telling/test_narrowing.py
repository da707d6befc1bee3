"""Clicks and legal actions: in Chromium, on positions of random matches of all games."""

import random
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.games.matches import CASES, Case, spread, states_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHECKED: Final = """async ([game, setup, positions]) => {
    const { loadTexts } = await import("/assets/games/browser/texts.js");
    const { Narrowing } = await import("/assets/web/tables/browser/choosing/narrowing.js");
    const board = `${location.origin}/assets/games/${game}/browser/board.js`;
    const { create } = await import(board);
    const texts = await loadTexts("en", board);
    const table = create(setup, ["a", "b", "c", "d", "e"], texts);
    const wrong = [];
    let unlike = 0;
    for (const { actor, legal, board } of positions) {
        const options = legal.map((choice) => ({ choice, targets: table.targets(choice.parts, actor, board) }));
        for (const option of options) {
            const narrowing = new Narrowing(options);
            for (const target of [...option.targets].reverse()) narrowing.toggle(target, narrowing.picks.length);
            const same = narrowing.exact;
            if (!same.includes(option)) wrong.push(["lost", option.choice.notation, narrowing.picks]);
            const alone = same.length === 1 && narrowing.picks.length;
            if (alone && narrowing.proposed !== option) wrong.push(["other", option.choice.notation]);
            if (same.length > 1) unlike += 1;
            narrowing.clear();
            narrowing.name(option);
            if (narrowing.proposed !== option) wrong.push(["unnamed", option.choice.notation]);
            const words = ["choice", "group"].map((form) => table[form](option.choice.parts, board));
            words.push(...option.targets.map((target) => table.thing(target, board)));
            if (!words.every(Boolean)) wrong.push(["no words", option.choice.notation]);
        }
        const parts = legal.map((choice) => choice.parts);
        if (!table.task(parts, board)) wrong.push(["no task", board.phase]);
    }
    return { wrong, unlike };
}"""
"""What is wrong with the choices of these positions, and how many actions have the targets of another."""


def positions(case: Case, seed: int, most: int) -> list[dict[str, Any]]:
    """Decisions of a random match, as the seat that has to choose is shown them."""
    game, found = case.game, []
    for state, action in spread(states_of(case, seed), most):
        actor = game.actor(state)
        if action is None or actor is None:
            continue
        legal = [
            {"notation": game.action_name(state, one), "parts": game.action_parts(state, one)}
            for one in game.legal_actions(state)
        ]
        found.append({"actor": actor, "legal": legal, "board": game.show(game.view(state, actor))})
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_each_legal_action_is_meant_by_picking_what_it_is_about(browser: "Browser", address: str, case: Case) -> None:
    page = browser.new_page()
    page.goto(f"{address}/cup/")
    state = case.deal(1)
    setup = case.game.setup(case.game.view(state, 0))
    seed = random.Random(str(case)).randrange(1000)
    found = page.evaluate(CHECKED, [case.key, setup, positions(case, seed, 40)])
    assert found["wrong"] == []
    assert found["unlike"] == 0
    page.close()
