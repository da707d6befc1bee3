"""Tests of the sentences in replays: every kind of action, phase, role and card has its words, and all languages have
the same sentences.
"""

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

from arena.games.hetverraad import terms as hetverraad
from arena.games.verraeter import terms as verraeter
from tests.games.matches import CASES, Case, states_of

ARENA: Final = Path(str(files("arena")))
FOLDERS: Final = sorted(path.parent.parent.relative_to(ARENA).as_posix() for path in ARENA.rglob("texts/en.json"))


def catalogue(folder: str, language: str = "en") -> dict[str, Any]:
    """Returns the sentences of the pages in a folder of the arena's source, in a language, by key."""
    loaded: dict[str, Any] = json.loads((ARENA / folder / "texts" / f"{language}.json").read_text())
    return loaded


def places(sentence: str | Mapping[str, str]) -> set[str]:
    """Returns the names of the values that must be filled into a sentence."""
    forms = [sentence] if isinstance(sentence, str) else sentence.values()
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_language_says_the_same_things_of_the_same_values(folder: str) -> None:
    english = catalogue(folder)
    for path in (ARENA / folder / "texts").glob("*.json"):
        other = catalogue(folder, path.stem)
        assert other.keys() == english.keys(), path
        assert {key for key in english if places(english[key]) != places(other[key])} == set(), path
        assert all("other" in one for one in other.values() if isinstance(one, dict)), path


def test_all_rooms_speak_the_same_languages() -> None:
    spoken = [{path.name for path in (ARENA / folder / "texts").iterdir()} for folder in FOLDERS]
    assert spoken == [spoken[0]] * len(FOLDERS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_every_action_that_may_be_chosen_has_its_words(case: Case) -> None:
    said = catalogue(f"games/{case.key}/browser")
    for state, _ in states_of(case, 1):
        if case.game.actor(state) is not None:
            for action in case.game.legal_actions(state):
                parts = case.game.action_parts(state, action)
                kind = f"{parts['kind']}.{parts['market']}" if "market" in parts else parts["kind"]
                assert {f"deed.{kind}", f"choice.{kind}"} <= said.keys()


@pytest.mark.parametrize(("key", "terms"), [("verraeter", verraeter), ("hetverraad", hetverraad)])
def test_every_phase_has_a_name(key: str, terms: Any) -> None:
    assert {f"phase.{name}" for name in terms.PHASE_NAMES} <= catalogue(f"games/{key}/browser").keys()


def test_all_things_of_the_games_have_names() -> None:
    named = catalogue("games/verraeter/browser").keys()
    assert {f"role.{name}" for name in verraeter.ROLES if name != "none"} <= named
    assert {f"landscape.{name}" for name in verraeter.LANDSCAPES if name != "none"} <= named
    named = catalogue("games/hetverraad/browser").keys()
    assert {f"influence.{name}" for name in hetverraad.INFLUENCE[1:]} <= named
    assert {f"power.{name}" for name in hetverraad.GRAND_POWERS} <= named


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_sentence_is_asked_for_that_is_not_there(folder: str) -> None:
    said = catalogue(folder).keys() | catalogue("match/browser").keys()
    asked: set[str] = set()
    for path in (ARENA / folder).glob("*.js"):
        asked |= set(re.findall(r"\bt\(\"([^\"$]+)\"", path.read_text()))
    assert asked - said == set()
