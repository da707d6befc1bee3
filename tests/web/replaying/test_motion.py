"""Tests of the animations on a board, in Chromium; skipped if it is not installed."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.replaying.test_replay import opening

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

WATCH = """() => {
    window.moved = [];
    const plain = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const animation = plain.call(this, frames, how);
        moved.push([Object.keys(frames)[0], this.getAttribute("data-piece"), this]);
        animation.finish();
        return animation;
    };
    window.painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
SHOWN = """async (at) => {
    const replay = document.querySelector("arena-replay");
    replay.go(at - 1);
    await painted();
    moved.length = 0;
    replay.go(at);
    await painted();
    return moved.filter(([, , element]) => element.isConnected).map(([how, piece]) => [how, piece]);
}"""
FIND = """(kind) => {
    const { moments } = document.querySelector("arena-replay");
    return moments.findIndex(({ taken }) => taken?.parts.kind === kind && (taken.parts.cards?.length ?? 1) > 0);
}"""
TURNED = """() => {
    const { moments } = document.querySelector("arena-replay");
    const houses = (one) => one.board.circle.map(({ house }) => house).join();
    return moments.findIndex((one, at) => at && houses(one) !== houses(moments[at - 1]));
}"""
GENERIC = """async () => {
    const root = document.querySelector("script[src*='assets/']").src.split("together/")[0];
    const { create } = await import(`${root}games/outside/browser/board.js`);
    const rows = [
        { name: "board", of: "", holds: "seat", across: 3, marks: [], drawn: true },
        { name: "dice", of: "", holds: "die", across: 0, marks: [], drawn: true },
    ];
    const texts = document.querySelector("arena-replay").texts;
    const { element, draw } = create({ title: "a game", rows }, ["ann", "ben"], texts);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".place { display: inline-block; width: 9rem; }");
    document.adoptedStyleSheets = [sheet];
    document.body.append(element);
    const found = [];
    for (const [board, die] of [[[-1, -1, 0], 1], [[-1, 1, 0], 1], [[0, 1, -1], 1], [[0, 1, -1], 6]]) {
        moved.length = 0;
        draw({ board: { rows: { board, dice: [die] }, seats: [] }, actor: null, taken: [], open: [], seat: null });
        await painted();
        found.push(moved.map(([how]) => how));
    }
    return found;
}"""


@pytest.fixture
def watched(browser: "Browser", address: str) -> "Iterator[Page]":
    """A page with a match of Verräter. The page records each animation and finishes it at once."""
    page = opening(browser, f"{address}/cup/matches/5.html")
    page.evaluate(WATCH)
    yield page
    page.context.close()


def test_a_card_that_is_played_slides_from_the_hand_to_the_table(watched: "Page") -> None:
    at = watched.evaluate(FIND, "play")
    cards = watched.evaluate("at => document.querySelector('arena-replay').moments[at].taken.parts.cards", at)
    moved: list[list[Any]] = watched.evaluate(SHOWN, at)
    for card in cards:
        assert ["translate", f"card:{card}"] in moved


def test_a_landscape_that_is_conquered_turns(watched: "Page") -> None:
    moved = watched.evaluate(SHOWN, watched.evaluate(TURNED))
    assert [piece for how, piece in moved if how == "scale" and piece.startswith("place:")]


def test_what_is_built_comes_from_before_its_seat(watched: "Page") -> None:
    moved = watched.evaluate(SHOWN, watched.evaluate(FIND, "build"))
    assert [piece for how, piece in moved if how == "translate" and piece.startswith("building:")]


def test_a_game_from_outside_moves_tokens_and_turns_dice(watched: "Page") -> None:
    assert watched.evaluate(GENERIC) == [[], ["opacity"], ["translate"], ["scale"]]


def test_a_leap_moves_nothing(watched: "Page") -> None:
    last = watched.evaluate("document.querySelector('arena-replay').moments.length - 1")
    watched.evaluate(SHOWN, 1)
    watched.evaluate("() => { moved.length = 0; }")
    watched.evaluate("async (at) => { document.querySelector('arena-replay').go(at); await painted(); }", last)
    assert watched.evaluate("moved.length") == 0


def test_who_wants_less_motion_has_none(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}/cup/matches/5.html", reduced_motion="reduce")
    page.evaluate(WATCH)
    for kind in ("play", "build"):
        assert page.evaluate(SHOWN, page.evaluate(FIND, kind)) == []
    page.context.close()
