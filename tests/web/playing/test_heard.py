"""Whoever does not see a table is told all of it: what a screen reader finds, in random positions of both games.

An image is one thing to a screen reader, known by its name: what is drawn within counts for nothing here.
"""

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.games.registry import GAMES
from leaderboards.pages.texts import Texts, languages, room_texts
from tests.games.matches import CASES, Case, states_of
from tests.web.choosing import DECIDED, phase_of
from tests.web.playing.begun import beginning_midway
from tests.web.playing.sitting import Sitter, sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

MATCHES: Final = 200
"""Random matches in which phases are looked for, at most."""
SHAPES: Final = 4
"""Kinds of values that are changed in each position; others in each language."""
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
"""Draws a board in place of the one that is shown: what eyes see of it, null if there is no such board."""

Way = tuple[str | int, ...]
"""The keys that lead to a value."""


def somewhere(key: str, rng: random.Random) -> dict[str, tuple[Case, Any, Any]]:
    """For each phase with choices: a position anywhere in random matches, and another one of the same match."""
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


def read(part: "Locator") -> str:
    """What a screen reader finds there."""
    lines = part.aria_snapshot().splitlines()
    return "\n".join(re.sub(r'(- img(?: "(?:[^"\\]|\\.)*")?).*', r"\1", line) for line in lines)


def heard_of(sitter: Sitter, key: str) -> str:
    """What a screen reader finds of how things stand."""
    return "\n".join(read(sitter.page.locator(part)) for part in (".status", f".{key}", ".as-text"))


def seated(sitter: Sitter) -> None:
    """Waits until there is a choice, with the board as text unfolded."""
    assert sitter.now() == "asks"
    sitter.page.locator(".as-text summary").click()


def differences(one: Any, two: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to all values that differ, those that hold others among them."""
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
    """The first, with a value of the second."""
    board = deepcopy(one)
    inner = board
    for key in way[:-1]:
        inner, two = inner[key], two[key]
    inner[way[-1]] = two[way[-1]]
    return board


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", GAMES)
def test_a_board_that_looks_otherwise_is_read_otherwise(
    browser: "Browser", tmp_path: Path, key: str, language: str
) -> None:
    rng, compared = random.Random(f"{key} {language}"), 0
    with beginning_midway(tmp_path / "tables") as tables, sitting(browser, language) as ann:
        for phase, (case, state, another) in somewhere(key, rng).items():
            person, link = tables.open(case, state)
            ann.sit(link)
            seated(ann)
            seat = case.game.actor(state) or 0
            board, other = (case.game.show(case.game.view(one, seat)) for one in (state, another))
            drawn, heard = ann.page.evaluate(DRAWN, board), heard_of(ann, key)
            ways: dict[Way, list[Way]] = {}
            for way in differences(board, other):
                ways.setdefault(tuple("" if isinstance(key, int) else key for key in way), []).append(way)
            for shape in rng.sample(sorted(ways), min(SHAPES, len(ways))):
                way = rng.choice(ways[shape])
                mixed = ann.page.evaluate(DRAWN, changed(board, other, way))
                if mixed is not None and mixed != drawn:
                    assert heard_of(ann, key) != heard, (phase, way)
                    compared += 1
            person.post("close")
    assert compared > len(DECIDED[key])


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", GAMES)
def test_each_thing_on_the_table_is_read_with_its_words(
    browser: "Browser", tmp_path: Path, key: str, language: str
) -> None:
    said = room_texts(language, "match/browser", f"games/{key}/browser")
    with beginning_midway(tmp_path / "tables") as tables, sitting(browser, language) as ann:
        for phase, (case, state, _) in somewhere(key, random.Random(f"{language} {key}")).items():
            person, link = tables.open(case, state)
            ann.sit(link)
            seated(ann)
            document = person.get("match.json")
            names, board = [bot["name"] for bot in document["spec"]["bots"]], document["frames"][-1]["board"]
            assert board["phase"] == phase
            assert said.t(f"phase.{phase}") in read(ann.page.locator(".status"))
            assert not re.search(r"- img(?! \")", heard_of(ann, key)), "an image without a name"
            lying = {"verraeter": verraeter, "hetverraad": hetverraad}[key]
            told = read(ann.page.locator(".told ul")).split("\n  - listitem")[1:]
            for where, words in lying(said, document["setup"], board, names):
                found = [told[where]] if isinstance(where, int) else map(read, ann.page.locator(where).all())
                text = re.sub(r"\s+", " ", "\n".join(found))
                for word in words:
                    assert text.count(word) >= words.count(word), (phase, where, word, text)
            person.post("close")


Told = Iterator[tuple[str | int, list[str]]]
"""Where on the page what has to be read, each as often as it is there: in which elements, or in which line of the board
as text, which is read once, for that takes long.
"""


def verraeter(said: Texts, setup: Any, board: Any, names: list[str]) -> Told:
    """What lies on the table of Verräter."""
    printed = {one["name"]: one for one in setup["landscapes"]}
    for at, place in enumerate(board["circle"]):
        words = [landscape(said, board, at), str(printed[place["landscape"]]["base"])]
        words.append(", ".join(map(str, printed[place["landscape"]]["winners"])))
        if place["building"]:
            words.append(
                said.t(
                    "told.building",
                    building=said.t(f"building.{place['building']['kind']}"),
                    seat=place["building"]["seat"],
                )
            )
        yield at - 12, words
    if board["conflict"] is not None:
        fought = [landscape(said, board, at % 12) for at in (board["conflict"], board["conflict"] + 1)]
        yield 1, fought
    if board["strengths"]:
        yield 2, [str(board["strengths"][house]) for house in ("eagle", "rose")]
    for at, seat in enumerate(board["seats"]):
        cards = [str(card) for card in (*seat["hand"], *seat["played"]) if card is not None]
        closed = [said.t("closed")] * (seat["hand"].count(None) + (seat["kept"] and not seat["role"]))
        roles = [seat["role"]] if seat["role"] else (seat["offered"] or [])
        signs = [
            said.t(f"{name}")
            for name, who in (("start.player", "start"), ("strategy.card", "strategist"))
            if board[who] == at
        ]
        words = [
            names[at],
            f"{seat['score']} {said.t('points')}",
            said.t(f"house.{seat['house']}"),
            said.t("reserve", count=seat["reserve"]),
        ]
        yield f".seats .seat-{at}", [*words, *cards, *closed, *(said.t(f"role.{role}") for role in roles), *signs]
    piles = [said.t("draw.pile", count=len(board["draw_pile"])), said.t("discard.pile", count=len(board["discard"]))]
    aside = [said.t(f"role.{board['aside']}")] if board["aside"] and board["phase"] != "set-up" else []
    yield ".piles", [*piles, *map(str, board["discard"]), *aside]


def landscape(said: Texts, board: Any, at: int) -> str:
    """A landscape with its house."""
    place = board["circle"][at]
    return said.t(f"place.{place['house']}", landscape=said.t(f"landscape.{place['landscape']}"))


def hetverraad(said: Texts, setup: Any, board: Any, names: list[str]) -> Told:
    """What lies on the table of Het Verraad."""
    cards = {one["id"]: one for one in setup["cards"]}
    titles, black = setup["plan"]["colour_titles"], board["black_master"]
    for at, (area, printed) in enumerate(zip(board["areas"], setup["areas"], strict=True)):
        owner = {None: said.t("nobody"), "black master": said.t("black.master")}.get(area["owner"], "")
        words = [area["id"], said.t("told.price", count=printed["price"]), owner or names[area["owner"]]]
        words += [said.t("told.bonus", bonus=printed["bonus"])] if printed["bonus"] else []
        words += [said.t(f"told.{way}") for way in ("road", "river") if setup["plan"]["areas"][at][way]]
        words += [said.t("told.gate")] if printed["gate"] else []
        words += [said.t("tower")] if area["towers"] else []
        words += [cards[area["building"]]["name"]] if area["building"] else []
        yield at - len(board["areas"]), words
    yield 1, [black["area"] or "", said.t("black.score", count=black["score"])]
    yield 2, [*map(str, setup["red_squares"]), str(setup["end_score"])]
    for at, seat in enumerate(board["seats"]):
        income = [f"{titles[colour][0]} {income}" for colour, income in seat["income"].items()]
        hand = [said.t("closed") if card is None else cards[card]["name"] for card in seat["hand"]]
        played = [said.t("closed.influence" if card is None else f"influence.{card}") for card in seat["influence"]]
        tokens = [
            said.t("black.token.closed") if one is None else said.t("black.token", value=one)
            for one in seat["black_tokens"]
        ]
        counted = [said.t(name, count=seat[name]) for name in ("stones", "knights")] + [
            said.t("white.tokens", count=seat["white_tokens"])
        ]
        powers = [said.t(f"power.{power}") for power, owner in board["grand_powers"].items() if owner == at]
        signs = [
            said.t(name)
            for name, here in (
                ("start.player", board["start"] == at),
                ("active", board["round"] and board["active"] == at),
                ("expelled", seat["expelled"]),
            )
            if here
        ]
        words = [names[at], f"{seat['score']} {said.t('points')}"]
        yield f".seats .seat-{at}", [*words, *income, *hand, *played, *tokens, *counted, *powers, *signs]
    lying = [
        cards[card]["name"]
        for card in (*(one["card"] for one in board["row"]), *board["pawnshop"], *board["market"], *board["discard"])
    ]
    stones = [said.t("stones", count=one["stones"]) for one in board["row"] if one["stones"]]
    left = {"black": "token_stack", "cards": "deck", "influence": "influence_deck"}
    supply = [said.t(f"supply.{name}", count=len(board[pile])) for name, pile in left.items()]
    dice = [
        said.t(f"{die}.die", value=black[f"{die}_die"]) for die in ("black", "white") if black[f"{die}_die"] is not None
    ]
    yield ".markets", [*lying, *stones, *supply, *dice]
    if board["last_round"]:
        yield (
            ".status",
            [
                said.t(
                    "told.phase.last",
                    round=board["round"],
                    phase=said.t(f"phase.{board['phase']}"),
                    who=names[board["active"]],
                )
            ],
        )
