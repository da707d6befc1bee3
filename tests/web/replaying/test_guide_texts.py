"""Tests of the guide's sentences: they explain every phase and kind of choice, refer to existing rules, and exist in
all languages.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from arena.games.hetverraad import terms as hetverraad
from arena.games.hetverraad.showing import parts as of_hetverraad
from arena.games.registry import BUILT_IN, GAMES
from arena.games.verraeter import terms as verraeter
from arena.games.verraeter.editions import OPTIONS
from arena.games.verraeter.showing import parts as of_verraeter
from leaderboards.pages.views.rules import rules_page
from tests.games.matches import CASES, Case, states_of
from tests.web.replaying.test_replay_texts import ARENA, places

TERMS: Final[dict[str, Any]] = {"verraeter": verraeter, "hetverraad": hetverraad}
PARTS: Final[dict[str, Any]] = {"verraeter": of_verraeter, "hetverraad": of_hetverraad}
LANGUAGES: Final = ("de", "en", "fr", "nl")
THREE: Final = {"de": "drei", "en": "three", "fr": "trois", "nl": "drie"}


def told(key: str, language: str = "en") -> dict[str, str]:
    """Returns the sentences of the guide to the game `key`, by the sentence's key."""
    loaded: dict[str, str] = json.loads(_room(key).joinpath("texts", f"{language}.json").read_text())
    return loaded


def rules(key: str) -> dict[str, list[str]]:
    """Returns the numbers of the rules to which each sentence of a game's guide refers, by the sentence's key."""
    loaded: dict[str, list[str]] = json.loads(_room(key).joinpath("rules.json").read_text())
    return loaded


def kinds(key: str) -> set[str]:
    """Returns the kinds of actions that the table in the docstring of the game's `parts.py` lists."""
    lines = re.findall(r"^\| ([a-z, -]+?) +\|", PARTS[key].__doc__, re.MULTILINE)
    return {kind for line in lines for kind in line.strip(",").split(", ")} - {"kind"}


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_phase_and_every_kind_of_choice_is_explained(key: str) -> None:
    wanted = {
        "welcome",
        *(f"phase.{name}" for name in TERMS[key].PHASE_NAMES),
        *(f"kind.{kind}" for kind in kinds(key)),
    }
    editions = GAMES[key].info.editions
    assert wanted <= told(key).keys()
    assert {_without(name, editions) for name in told(key)} == wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_what_may_be_chosen_is_of_a_kind_that_is_explained(case: Case) -> None:
    assert not [kind for kind in _chosen(case) if kind not in kinds(case.key)]


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_sentence_names_rules_that_there_are(key: str) -> None:
    written = (ARENA / "games" / key / "RULES.md").read_text()
    there = set(re.findall(r"^- \*\*([RVA]-[\d.]+)\*\*", written, re.MULTILINE))
    assert rules(key).keys() == told(key).keys()
    assert all(rules(key).values())
    assert {number for numbers in rules(key).values() for number in numbers} - there == set()


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_page_of_the_rules_has_each_of_them_at_its_number(key: str) -> None:
    page = str(rules_page(key).values["rules"].told("en"))
    assert {number for numbers in rules(key).values() for number in numbers} <= set(
        re.findall(r'<li id="([^"]+)"', page)
    )


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_language_explains_the_same_with_the_same_numbers(key: str) -> None:
    assert {path.stem for path in _room(key).joinpath("texts").iterdir()} == set(LANGUAGES)
    english = told(key)
    for language in LANGUAGES:
        other = told(key, language)
        assert list(other) == list(english), language
        assert {name for name in english if places(other[name]) != places(english[name])} == set(), language


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_numbers_come_from_the_set_up(case: Case) -> None:
    setup = case.game.setup(case.game.view(case.deal(1), 0))
    there = {name for name, value in setup.items() if isinstance(value, int)}
    below = {name: value for name, value in setup.items() if isinstance(value, dict)}
    there |= {f"{name}_{inner}" for name, value in below.items() for inner in value}
    assert {place for sentence in told(case.key).values() for place in places(sentence)} <= there


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", OPTIONS)
def test_the_most_cards_of_a_round_are_told_where_there_are_any(edition: str, language: str) -> None:
    """The guide's sentence about drawing cards states the limit of three cards a round in the editions that have it
    (V-10.5). There the word for three occurs twice; elsewhere it occurs once, for the Farmer, who draws three cards.
    """
    cap, told_of = OPTIONS[edition].draw_cap, told("verraeter", language)
    name = f"phase.drawing.{edition}" if f"phase.drawing.{edition}" in told_of else "phase.drawing"
    assert cap in {3, None}
    assert len(re.findall(rf"\b{THREE[language]}\b", told_of[name])) == (2 if cap else 1)
    assert ("V-10.5" in rules("verraeter")[name]) == bool(cap)


def _room(key: str) -> Any:
    return ARENA / "games" / key / "browser" / "guide"


def _without(name: str, editions: tuple[str, ...]) -> str:
    """Returns the sentence's key `name` without its last part, if that part is one of `editions`."""
    beginning, _, edition = name.rpartition(".")
    return beginning if edition in editions else name


def _chosen(case: Case) -> Iterator[object]:
    for state, _ in states_of(case, 3):
        if case.game.actor(state) is not None:
            for action in case.game.legal_actions(state):
                yield case.game.action_parts(state, action)["kind"]
