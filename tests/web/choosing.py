"""A page with a board on which a test can choose actions by clicks, in Chromium.

The page records the chosen actions instead of sending them, so no match needs to run behind it.
"""

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Final

from arena.games.hetverraad import terms as hetverraad
from arena.games.hetverraad.state import cells as hetverraad_cells
from arena.games.verraeter import terms as verraeter
from arena.games.verraeter.state import cells as verraeter_cells
from tests.games.matches import CASES, Case, states_of
from tests.suite.sizes import sized

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DECIDED: Final = {
    "verraeter": {"set-up", "draft", "supply", "conflict", "building", "drawing"},
    "hetverraad": {
        *("start areas", "start towers", "income", "action", "attack", "reaction", "black steps", "black move"),
        *("closing", "divining", "refill", "surplus"),
    },
}
"""The phases of each game in which a player has something to choose."""
PHASES: Final = {
    "verraeter": (verraeter_cells.PHASE, verraeter.PHASE_NAMES),
    "hetverraad": (hetverraad_cells.PHASE, hetverraad.PHASE_NAMES),
}
"""For each game, the index of the phase's number in the cells of a state, and the phases' names by number."""
SEEDS: Final = sized(8, 32)
"""The number of random matches that `decisions` searches in each case (game, edition and number of seats)."""
BEGIN: Final = """async ([game, setup, language]) => {
    const from = (name) => new URL(`/assets/${name}`, location.href).href;
    const { loadTexts } = await import(from("games/browser/texts.js"));
    const { Chooser } = await import(from("web/tables/browser/choosing/chooser.js"));
    const board = from(`games/${game}/browser/board.js`);
    const { create } = await import(board);
    const { html } = await import(from("games/browser/drawing.js"));
    const rooms = ["match/browser", "web/tables/browser"];
    const texts = await loadTexts(language, ...rooms.map((room) => from(`${room}/x.js`)), board);
    const table = create(setup, ["ann", "ben", "cid", "dot", "eve"], texts);
    const sheets = ["match/browser/replay", "web/tables/browser/table", "games/browser/seats"];
    await Promise.all([...sheets, `games/${game}/browser/board`].map((name) => new Promise((done) => {
        const link = html("link", { rel: "stylesheet", href: from(`${name}.css`) });
        link.onload = done;
        document.head.append(link);
    })));
    window.sent = [];
    window.table = table;
    const chooser = new Chooser(table, texts, async (action) => { window.sent.push(action); return ""; });
    const stage = html("div", { class: "stage" }, table.element, html("div", { class: "bar" }, chooser.element));
    const side = html("div", { class: "side" }, chooser.form.element);
    const view = html("section", { class: "viewer at-table" }, stage, side);
    document.documentElement.lang = language;
    document.querySelector("main").replaceChildren(html("h1", {}, game), html("arena-replay", {}, view));
    window.ask = ({ actor, legal, board, seat }) => {
        const open = legal.flatMap((choice) => table.targets(choice.parts, actor, board));
        table.draw({ board, actor, seat: actor, taken: [], open, before: null, decided: null });
        chooser.ask({ number: 0, taken: null, disclosed: [], stages: [], board, actor, legal, scores: [] });
    };
    window.targets = (action) => {
        const choice = chooser.frame.legal.find((one) => one.action === action);
        return table.targets(choice.parts, chooser.frame.actor, chooser.frame.board);
    };
}"""


class Desk:
    """A page that shows the board and the choices of one case: a game in an edition with a number of seats."""

    def __init__(self, page: "Page", address: str, case: Case, language: str = "en") -> None:
        self.page, self.case = page, case
        page.goto(f"{address}/cup/")
        page.evaluate(BEGIN, [case.key, case.game.setup(case.game.view(case.deal(1), 0)), language])

    def ask(self, state: Any) -> None:
        """Shows the board as the seat that must choose sees it, and offers the legal actions of this seat."""
        self.page.evaluate("position => window.ask(position)", position(self.case, state))

    def choose_by_clicks(self, action: int) -> int:
        """Chooses an action by clicks on its targets on the board, then confirms it; returns the action that the page
        sent.

        If the clicks leave several actions possible, also clicks the button of this action.
        """
        copies: dict[str, int] = {}
        for target in self.page.evaluate("action => window.targets(action)", action):
            self._thing(target, copies.get(target, 0)).click()
            copies[target] = copies.get(target, 0) + 1
        if not self.page.locator(".chooser .confirm").is_visible():
            self.page.locator(f".chooser .few [data-action='{action}']").click()
        before = self.page.evaluate("window.sent.length")
        self.page.locator(".chooser .confirm").click()
        self.page.wait_for_function("before => window.sent.length > before", arg=before)
        sent: int = self.page.evaluate("window.sent.at(-1)")
        return sent

    def _thing(self, target: str, copy: int) -> "Locator":
        thing = self.page.locator(f"[data-target='{target}']").nth(copy)
        return thing.locator(".number") if target.startswith("area:") else thing


def position(case: Case, state: Any) -> dict[str, Any]:
    """Returns the seat that must choose in a state, its legal actions, and the board as this seat sees it.

    The keys and values are those of a `Frame` of a replay (arena/match/frames.py).
    """
    game = case.game
    actor = game.actor(state)
    assert actor is not None
    legal = [
        {"action": action, "notation": game.action_name(state, action), "parts": game.action_parts(state, action)}
        for action in game.legal_actions(state)
    ]
    return {"actor": actor, "legal": legal, "board": game.show(game.view(state, actor))}


def phase_of(case: Case, state: Any) -> str:
    """Returns the name of the phase of a state."""
    cell, names = PHASES[case.key]
    return names[state.cells[cell]]


def decisions(case: Case) -> dict[tuple[str, ...], tuple[Any, int]]:
    """Returns an example of each kind of choice in a case: for each phase and kind of action, a state and a legal
    action of this kind.

    A key consists of the phase, the kind of action, and the market at which the action trades ("" if none). If the
    action plays a card on an area or a seat, the word "area" or "seat" follows.
    """
    game, found = case.game, dict[tuple[str, ...], tuple[Any, int]]()
    for seed in range(SEEDS):
        for state, _ in states_of(case, seed):
            for action in game.legal_actions(state) if game.actor(state) is not None else ():
                parts = game.action_parts(state, action)
                about = [name for name in ("area", "seat") if parts["kind"] == "play" and name in parts]
                kind = (phase_of(case, state), str(parts["kind"]), str(parts.get("market", "")), *about)
                found.setdefault(kind, (state, action))
    return found


def all_decisions(key: str) -> dict[Case, dict[tuple[str, ...], tuple[Any, int]]]:
    """Returns the result of `decisions` for each case of a game, that is for each edition and number of seats."""
    return {case: decisions(case) for case in CASES if case.key == key}


def shared_out(found: dict[Case, dict[tuple[str, ...], tuple[Any, int]]]) -> dict[Case, list[tuple[Any, int]]]:
    """Assigns each kind of choice to one of the cases in which it occurs. Each case gets about equally many kinds.

    `found`: the result of `all_decisions`. Returns, for each case, the examples of its kinds: a state and a legal
    action.
    """
    shared, used = defaultdict[Case, list[tuple[Any, int]]](list), Counter[Case]()
    for kind in sorted({kind for positions in found.values() for kind in positions}):
        case = min((case for case in found if kind in found[case]), key=lambda case: used[case])
        used[case] += 1
        shared[case].append(found[case][kind])
    assert shared.keys() == found.keys()
    return shared
