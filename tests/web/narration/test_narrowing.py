"""Tests of how clicks on the board select legal actions: in Chromium, in random matches of all games."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.games.matches import CASES, Case, spread, states_of
from tests.suite.sizes import sized

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
"""A JavaScript function that selects each legal action by its targets, the things on the board that it involves.
`positions`: the result of the Python function `positions`.

Returns `wrong`, a list of the actions not selected and of the missing texts. Also returns `unlike`, the number of
actions that have the same targets as another legal action.
"""
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
"""A JavaScript function that searches the board for the targets of each legal action, the things that it involves.

Returns a pair for each missing target: the notation of the action, and the target. If an action has a target twice, the
board must contain the target twice.
"""


LAID_BACK: Final = """async () => {
    const { Narrowing } = await import("/assets/web/tables/browser/choosing/narrowing.js");
    const narrowing = new Narrowing([{ choice: {}, targets: ["a", "b"] }, { choice: {}, targets: ["b", "c"] }]);
    return ["a", "b", "c", "c"].map((target) => {
        narrowing.toggle(target, 0);
        return narrowing.picks.map((pick) => pick.target).join("");
    });
}"""
"""A JavaScript function that toggles four targets one after another. Returns a list with one string after each toggle:
all targets that are picked.
"""


def positions(case: Case, seed: int, most: int) -> list[dict[str, Any]]:
    """Returns at most `most` decisions of a random match, evenly spread: for each, the seat that must choose, its legal
    actions, and the board as this seat sees it.
    """
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


@pytest.fixture(scope="module")
def page(browser: "Browser", address: str) -> Iterator["Page"]:
    """A page of a server, from which tests can import the arena's JavaScript modules."""
    opened = browser.new_page()
    opened.on("pageerror", lambda error: pytest.fail(str(error)))
    opened.goto(f"{address}/cup/")
    yield opened
    opened.close()


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_each_legal_action_is_meant_by_picking_what_it_is_about_and_that_is_on_the_board(
    page: "Page", case: Case
) -> None:
    setup = case.game.setup(case.game.view(case.deal(1), 0))
    seed = random.Random(str(case)).randrange(1000)
    shown = [case.key, setup, positions(case, seed, sized(12, 100))]
    found = page.evaluate(CHECKED, shown)
    assert found["wrong"] == []
    assert found["unlike"] == 0
    assert page.evaluate(MISSING, shown) == []


def test_what_does_not_go_with_the_last_pick_is_laid_back_and_so_is_what_is_picked_again(page: "Page") -> None:
    assert page.evaluate(LAID_BACK) == ["a", "ab", "bc", "b"]
