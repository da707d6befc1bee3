"""Tests that a table is accessible to people who see little or nothing, in each phase and in each language.

A screen reader finds only the name of an image, not what is drawn in it. The tests check that it nevertheless finds all
information that the board shows. The accessibility checker axe must find no violations while a choice waits to be
confirmed.

The colour contrasts of a game's board are measured in only two phases: in one with light colours, in the other with
dark ones. The contrasts of the choices are measured in each phase. `make test-all` measures all contrasts in
each phase.
"""

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from arena.games.registry import BUILT_IN
from leaderboards.pages.texts import languages, room_texts
from tests.games.matches import CASES, Case, states_of
from tests.suite.sizes import latin, sized
from tests.tables.people import Person
from tests.web.axe import violations
from tests.web.choosing import DECIDED, phase_of
from tests.web.playing.begun import Midway, beginning_midway
from tests.web.playing.sitting import Sitter, sitting
from tests.web.playing.words import hetverraad, verraeter

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.slow

MATCHES: Final = 200
"""The maximum number of random matches that are played to find a state of every phase."""
SHAPES: Final = sized(2, 4)
"""The maximum number of visible changes that are tested in each position.

Each changes one value on the board, of a kind not changed before, chosen at random. The screen reader's text must then
change too.
"""
PHASES: Final = [(key, phase) for key in BUILT_IN for phase in sorted(DECIDED[key])]
POSITIONS: Final = latin(PHASES, languages())
"""The pairs of a phase and a language that are tested: each phase and each language occurs. `make test-all` tests all
pairs.
"""
LYING: Final = {"verraeter": verraeter, "hetverraad": hetverraad}
DRAWN: Final = """(board) => {
    const table = document.querySelector("arena-table");
    table.moments[table.at].board = board;
    try {
        table.go(table.at);
    } catch {
        return null;
    }
    const [shown, seen] = [table.board.element, table.board.element.cloneNode(true)];
    const twins = [...seen.querySelectorAll("*")];
    [...shown.querySelectorAll("*")].forEach((one, at) => {
        if (!one.checkVisibility() || one.matches(".unseen")) twins[at].remove();
    });
    for (const one of [seen, ...seen.querySelectorAll("*")]) {
        const heard = [...one.attributes].filter(({ name }) => /^aria-|^data-|^title$|^role$/.test(name));
        for (const { name } of heard) one.removeAttribute(name);
    }
    return seen.outerHTML;
}"""
"""A JavaScript function that draws another board in place of the one shown. It returns the visible content, without the
attributes for screen readers, or null if the page cannot draw the board.
"""

Way = tuple[str | int, ...]
"""The keys that lead through nested dicts and lists to a value."""


class Shown(NamedTuple):
    """A position, shown on the page of the person who must choose in it."""

    ann: Sitter
    person: Person
    language: str
    key: str
    phase: str
    board: Any
    other: Any
    """The board of another position of the same match, from the same seat's view."""

    def read(self, where: str) -> str:
        """Returns the text that a screen reader finds in this part of the page."""
        return read(self.ann.page.locator(where))

    def heard(self) -> str:
        """Returns the text that a screen reader finds about the position: status, board, and board as text."""
        return "\n".join(map(self.read, (".status", f".{self.key}", ".as-text")))

    def draw(self, board: Any) -> str | None:
        """Draws another board in place of the one shown. Returns the visible content, without the attributes for screen
        readers, or None if the page cannot draw the board.
        """
        found: str | None = self.ann.page.evaluate(DRAWN, board)
        return found


@cache
def somewhere(key: str, language: str) -> dict[str, tuple[Case, Any, Any]]:
    """Returns, for each phase with choices, a case (game, edition and number of seats), a random position in this
    phase, and another position of the same match.
    """
    rng = random.Random(f"{language} {key}")
    found: dict[str, tuple[Case, Any, Any]] = {}
    for _ in range(MATCHES):
        case = rng.choice([case for case in CASES if case.key == key])
        game = case.game
        states = [state for state, _ in states_of(case, rng.randrange(1000)) if game.actor(state) is not None]
        by_phase: dict[str, list[Any]] = {}
        for state in states:
            by_phase.setdefault(phase_of(case, state), []).append(state)
        for phase, there in by_phase.items():
            found.setdefault(phase, (case, rng.choice(there), rng.choice(states)))
        if found.keys() == DECIDED[key]:
            return found
    raise AssertionError(f"nobody chooses in {DECIDED[key] - found.keys()}")


@pytest.fixture(scope="module")
def midway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Midway]:
    with beginning_midway(tmp_path_factory.mktemp("midway")) as midway:
        yield midway


@pytest.fixture(scope="module")
def sitters(browser: "Browser") -> Iterator[dict[str, Sitter]]:
    """For each language, a person who sits at one table after the other."""
    with ExitStack() as stack:
        yield {language: stack.enter_context(sitting(browser, language)) for language in languages()}


@pytest.fixture(scope="module", params=POSITIONS, ids=lambda position: "-".join((*position[0], position[1])))
def shown(request: pytest.FixtureRequest, sitters: dict[str, Sitter], midway: Midway) -> Iterator[Shown]:
    """For each pair in POSITIONS, a page on which a person must choose in this phase, in this language.

    On the page, the text that describes the board is unfolded. All tests of a pair share the page.
    """
    (key, phase), language = request.param
    sitter = sitters[language]
    case, state, another = somewhere(key, sized("", language))[phase]
    person, link = midway.open(case, state)
    sitter.sit(link)
    assert (sitter.now(), sitter.phase()) == ("asks", phase)
    sitter.page.locator(".as-text summary").click()
    seat = case.game.actor(state) or 0
    board, other = (case.game.show(case.game.view(one, seat)) for one in (state, another))
    yield Shown(sitter, person, language, key, phase, board, other)
    person.post("close")


def read(part: "Locator") -> str:
    """Returns the text that a screen reader finds in this part of the page."""
    lines = part.aria_snapshot().splitlines()
    return "\n".join(re.sub(r'(- img(?: "(?:[^"\\]|\\.)*")?).*', r"\1", line) for line in lines)


def differences(one: Any, two: Any, way: Way = ()) -> Iterator[Way]:
    """Yields the keys that lead from `way` to each value that differs between `one` and `two`.

    A dict or list whose contents differ is yielded before the contents.
    """
    if one == two:
        return
    if way:
        yield way
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            yield from differences(one[key], two[key], (*way, key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for at in range(len(one)):
            yield from differences(one[at], two[at], (*way, at))


def changed(one: Any, two: Any, way: Way) -> Any:
    """Returns a copy of `one` in which the value at the end of `way` is replaced by the value at the same place in
    `two`.
    """
    board = deepcopy(one)
    inner = board
    for key in way[:-1]:
        inner, two = inner[key], two[key]
    inner[way[-1]] = two[way[-1]]
    return board


def test_each_thing_on_the_table_is_read_with_its_words(shown: Shown) -> None:
    said = room_texts(shown.language, "match/browser", f"games/{shown.key}/browser")
    document = shown.person.get("match.json")
    names, board = [bot["name"] for bot in document["spec"]["bots"]], document["frames"][-1]["board"]
    assert board["phase"] == shown.phase
    assert said.t(f"phase.{shown.phase}") in shown.read(".status")
    assert not re.search(r"- img(?! \")", shown.heard()), "an image without a name"
    told = shown.read(".told ul").split("\n  - listitem")[1:]
    for where, words in LYING[shown.key](said, document["setup"], board, names):
        found = [told[where]] if isinstance(where, int) else map(read, shown.ann.page.locator(where).all())
        text = re.sub(r"\s+", " ", "\n".join(found))
        for word in words:
            assert text.count(word) >= words.count(word), (where, word, text)


def test_a_board_that_looks_otherwise_is_read_otherwise(shown: Shown) -> None:
    rng, compared = random.Random(f"{shown.key} {shown.phase} {shown.language}"), 0
    drawn, heard = shown.draw(shown.board), shown.heard()
    ways: dict[Way, list[Way]] = {}
    for way in differences(shown.board, shown.other):
        ways.setdefault(tuple("" if isinstance(key, int) else key for key in way), []).append(way)
    shapes = sorted(ways)
    rng.shuffle(shapes)
    while shapes and compared < SHAPES:
        way = rng.choice(ways[shapes.pop()])
        mixed = shown.draw(changed(shown.board, shown.other, way))
        if mixed is not None and mixed != drawn:
            assert shown.heard() != heard, way
            compared += 1
    assert compared
    shown.draw(shown.board)


def test_axe_finds_nothing_wanting_with_a_choice_picked(shown: Shown) -> None:
    page = shown.ann.page
    if page.locator(".form summary").count():
        page.locator(".form summary").first.click()
    page.locator(".form button").first.click()
    assert page.locator(".chooser .confirm").is_visible()
    turn = PHASES.index((shown.key, shown.phase)) - [key for key, _ in PHASES].index(shown.key)
    assert violations(page, turn, *(() if turn < 2 else (".bar", ".side"))) == []
