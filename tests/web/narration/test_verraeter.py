"""Tests of the sentences about the game Verräter that depend on the edition, a role or the piles. Tests in Chromium
check those of the pages. One test also checks those of a match's log for readers without scripts.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.games.verraeter.state.cells import DISCARD, PHASE, PILE_SIZE, RESHUFFLES
from arena.games.verraeter.terms import DRAW
from arena.match.frames import ALL, Onlooker
from arena.match.replay import replay
from leaderboards.pages.texts import languages, room_texts
from leaderboards.pages.views.log import log_of
from tests.games.matches import CASES, Case, every_case_of_verraeter, states_of
from tests.match.random_records import record_of
from tests.suite.sizes import sized
from tests.web.choosing import Desk, phase_of, position

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from leaderboards.pages.texts import Texts

VERRAETER: Final = [case for case in CASES if case.key == "verraeter"]
MATCHES: Final = 16
"""The number of random matches in which tests look for decisions, for each case (game, edition and number of seats)."""
FEW: Final = 3
"""The number of random matches in which `make test` checks each decision to play cards. In later matches, it checks
only decisions of a role that it has not checked yet. `make test-all` checks all decisions.
"""
SEARCHED: Final = 1000
"""The number of random matches that `make test-all` searches for rare reshuffles (see `_rare`), for each case (game,
edition and number of seats).
"""
RARE: Final = {
    Case("verraeter", "official", 4): {104},
    Case("verraeter", "classic", 4): {94},
    Case("verraeter", "bsw", 4): {761},
    Case("verraeter", "faidutti", 3): {348},
    Case("verraeter", "faidutti", 4): {74, 633},
}
"""For each case with a rare reshuffle, the result of `_rare` for the seeds below SEARCHED. `make test-all` repeats the
search; `make test` only checks the seeds given here.
"""
TOLD: Final = "([name, all]) => all.map((one) => window.table[name](...one))"
RENEWED: Final = """async ([frames, sentence]) => {
    const { moments } = await import(new URL("/assets/match/browser/moments.js", location.href).href);
    const { table } = window;
    const all = moments(frames, (before, now) => table.events(before, now, null).length > 0);
    const told = all.slice(1).flatMap(({ board, taken }, at) =>
        table.events(all[at].board, board, taken && { ...taken.parts, by: taken.seat }));
    return told.filter((one) => one === sentence).length;
}"""
MOVES: Final = {"en": "move", "de": "versetz", "fr": "déplacer", "nl": "verplaats"}
"""For each language, a word that occurs in each sentence about moving a building."""


BUILDERS: Final = {
    language: [Case("verraeter", edition, seats), Case("verraeter", "faidutti", seats)]
    for language, edition, seats in (("en", "official", 3), ("de", "classic", 3), ("fr", "bsw", 3), ("nl", "bsw", 4))
}
"""For each language, two cases. In the first, a Builder may place a building as an estate or as a trading post. In the
second, a Builder may place only estates.
"""


@pytest.fixture(scope="module")
def page(browser: "Browser") -> Iterator["Page"]:
    """A page on which a test shows one table after the other."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    yield opened
    opened.close()


@cache
def all_decisions(case: Case, phase: str) -> list[Any]:
    """Returns the states that `decisions` yields for MATCHES matches. They are computed once for all languages."""
    return list(decisions(case, phase))


def decisions(case: Case, phase: str, matches: int = MATCHES) -> Iterator[Any]:
    """Yields each state of `matches` random matches in which a seat must choose in this phase."""
    for seed in range(matches):
        for state, action in states_of(case, seed):
            if action is not None and phase_of(case, state) == phase:
                yield state


def asked(page: "Page", case: Case, states: list[Any]) -> list[str]:
    """Returns the sentences with which the table tells the player what to do in these states."""
    shown = [position(case, state) for state in states]
    told: list[str] = page.evaluate(
        TOLD, ["task", [[[one["parts"] for one in each["legal"]], each["board"]] for each in shown]]
    )
    return told


def said(language: str = "en") -> "Texts":
    """Returns the sentences of the game's board in a language."""
    return room_texts(language, "games/verraeter/browser")


@pytest.mark.parametrize("language", languages())
def test_who_has_drawn_already_is_told_how_many_cards_must_go(page: "Page", address: str, language: str) -> None:
    case = Case("verraeter", "faidutti", 4)
    desk = Desk(page, address, case, language)
    states = all_decisions(case, "drawing")
    boards = [_shown(case, state) for state in states]
    surplus = [len(board["seats"][actor]["hand"]) - 6 for board, actor in boards]
    assert {1, 2} <= set(surplus)
    wanted = [said(language).t("task.drawing.after", count=count) for count in surplus]
    assert asked(page, case, states) == wanted
    desk.ask(states[0])
    assert page.locator(".chooser .task").inner_text() == wanted[0]


@pytest.mark.parametrize("edition", ["official", "classic"])
def test_who_discards_before_drawing_is_told_how_many_cards_follow(page: "Page", address: str, edition: str) -> None:
    case = Case("verraeter", edition, 4)
    Desk(page, address, case)
    states = all_decisions(case, "drawing")
    counts = [board["may_draw"] for board, _ in (_shown(case, state) for state in states)]
    assert {2, 3} <= set(counts)
    assert asked(page, case, states) == [said().t("task.drawing", count=count) for count in counts]


@pytest.mark.parametrize("language", languages())
def test_a_builder_is_told_of_what_may_be_done_and_of_nothing_else(page: "Page", address: str, language: str) -> None:
    found = set[tuple[bool, ...]]()
    estate, post = (said(language).t(f"building.{name}") for name in ("estate", "trading-post"))
    Desk(page, address, VERRAETER[0], language)
    for case in sized(BUILDERS[language], VERRAETER):
        states = all_decisions(case, "building")
        for state, task in zip(states, asked(page, case, states), strict=True):
            may, heard = _may(case, state), task.lower()
            assert tuple(word in heard for word in (post.lower(), estate.lower(), MOVES[language])) == may, task
            found.add(may)
    # The builder can place both kinds of building, one kind, or none. Where no building can be moved, the builder is
    # never told to choose a side.
    assert found == {(True, True, True), (False, True, True), (False, True, False), (False, False, True), (False,) * 3}


@pytest.mark.parametrize(
    ("edition", "may", "clicks"),
    [
        ("official", (True, True, True), ("building:trading-post", "free")),
        ("official", (False, True, True), ("building:estate", "free")),
        ("faidutti", (False, True, False), ("free",)),
        ("faidutti", (False, True, False), ("own",)),
        ("official", (False, False, True), ("own", "free")),
        ("official", (False, False, True), ("own", "side")),
        ("faidutti", (False, False, False), ("own",)),
    ],
)
def test_what_a_builder_is_told_to_click_means_an_act(
    page: "Page", address: str, edition: str, may: tuple[bool, ...], clicks: tuple[str, ...]
) -> None:
    case = Case("verraeter", edition, 4)
    state = next(state for state in decisions(case, "building", 200) if _may(case, state) == may)
    shown = position(case, state)
    Desk(page, address, case).ask(state)
    (turned, *_) = [one["parts"] for one in shown["legal"] if one["parts"]["kind"] == "flip"]
    free = next(at for at, place in enumerate(shown["board"]["circle"]) if not place["building"])
    meant = {"free": f"place:{free}", "own": f"place:{turned['place']}", "side": f"building:{turned['building']}"}
    for click in clicks:
        page.locator(f"[data-target='{meant.get(click, click)}']").first.click()
    assert page.locator(".chooser .confirm").is_visible()


@every_case_of_verraeter
def test_cards_are_said_to_count_for_the_house_they_then_count_for(page: "Page", address: str, case: Case) -> None:
    texts = said()
    Desk(page, address, case)
    calls, wanted, roles = [], list[str](), set[str]()
    for seed in range(MATCHES):
        for board, actor, house in _plays(case, seed):
            cards = board["seats"][actor]["hand"][:1]
            role, houses = board["seats"][actor]["role"], {seat["house"] for seat in board["seats"]}
            open_to_all = role == "diplomat-5" and len(houses) == 1  # V-4.3: the house depends on the edition
            known = f"{role} of all" if open_to_all else role
            if sized(seed >= FEW and known in roles, all_of_it=False):
                continue
            roles.add(known)
            calls.append([{"kind": "play", "cards": cards}, actor, board])
            values: dict[str, Any] = {"sum": sum(cards)}
            wanted.append(
                texts.t("beside.play.shown", **values)
                if open_to_all
                else texts.t("beside.play", **values, house=texts.t(f"house.{house}"))
            )
    told = page.evaluate(TOLD, ["beside", calls])
    sums = [texts.t("told.sums", **board["strengths"]) for *_, board in calls]
    assert told == [" ".join(both) for both in zip(sums, wanted, strict=True)]
    assert {"traitor", "diplomat-5", "diplomat-5 of all", "farmer"} <= roles


@pytest.mark.parametrize("language", languages())
def test_a_traitor_who_plays_reads_the_other_house(page: "Page", address: str, language: str) -> None:
    case = Case("verraeter", "official", 3)
    state, board, actor = next(
        (state, board, actor)
        for state in decisions(case, "supply")
        for board, actor in [_shown(case, state)]
        if board["seats"][actor]["role"] == "traitor" and board["seats"][actor]["hand"]
    )
    Desk(page, address, case, language).ask(state)
    card = board["seats"][actor]["hand"][0]
    page.locator(f"[data-target='card:{actor}:{card}']").first.click()
    (other,) = {"eagle", "rose"} - {board["seats"][actor]["house"]}
    texts = said(language)
    wanted = texts.t("beside.play", sum=card, house=texts.t(f"house.{other}"))
    assert wanted in page.locator(".chooser .meant").inner_text()


@every_case_of_verraeter
def test_each_reshuffle_is_told_once(page: "Page", address: str, case: Case) -> None:
    Desk(page, address, case)
    sentence = said().t("event.renewed")
    rare = RARE.get(case, set())
    assert _rare(case, sized(sorted(rare), range(SEARCHED))) == rare
    for seed in sized(rare or {0}, {0, 1, *rare}):
        record = record_of(case, seed)
        steps = list(replay(record, case.game))
        onlooker = Onlooker(case.game, ALL)
        frames, reshuffles = [onlooker.frame(step) for step in steps], steps[-1].state.cells[RESHUFFLES]
        assert page.evaluate(RENEWED, [frames, sentence]) == reshuffles, seed
        chapters = log_of(record, case.game, ALL).chapters("en")
        told = [one.get("event") for chapter in chapters for one in chapter["entries"]]
        assert told.count(sentence) == reshuffles, seed


def _shown(case: Case, state: Any) -> tuple[Any, int]:
    """Returns the board as shown to the seat that must choose, and this seat."""
    shown = position(case, state)
    return shown["board"], shown["actor"]


def _may(case: Case, state: Any) -> tuple[bool, ...]:
    """Returns whether a Builder may place a trading post, may place an estate, and may move a building."""
    acts = {(one["parts"]["kind"], one["parts"].get("building")) for one in position(case, state)["legal"]}
    return (("build", "trading-post") in acts, ("build", "estate") in acts, "move" in {kind for kind, _ in acts})


def _plays(case: Case, seed: int) -> Iterator[tuple[Any, int, str]]:
    """Yields a triple for each decision to play cards in a random match: the board as the deciding seat sees it, this
    seat, and the house to which it belongs after the roles are revealed.
    """
    waiting = list[tuple[Any, int]]()
    for state, _ in states_of(case, seed):
        if case.game.actor(state) is not None and phase_of(case, state) == "supply":
            waiting.append(_shown(case, state))
            continue
        now: Any = case.game.open_table(state)
        yield from ((board, actor, now["seats"][actor]["house"]) for board, actor in waiting)
        waiting.clear()


def _rare(case: Case, seeds: Iterable[int]) -> set[int]:
    """Returns the lowest seeds whose random matches contain rare reshuffles: one seed for each kind that occurs.

    A reshuffle is of the first kind if the action that causes it does not enlarge the draw pile. It is of the second
    kind if it happens in the drawing phase and the action leaves the discard pile as it was.
    """
    short, discarded = set[int](), set[int]()
    for seed in seeds:
        before = None
        for state, _ in states_of(case, seed):
            now = state.cells
            if before and now[RESHUFFLES] > before[RESHUFFLES]:
                if now[PILE_SIZE] <= before[PILE_SIZE]:
                    short.add(seed)
                if before[PHASE] == DRAW and now[DISCARD] == before[DISCARD]:
                    discarded.add(seed)
            before = now
    return {*sorted(short)[:1], *sorted(discarded)[:1]}
