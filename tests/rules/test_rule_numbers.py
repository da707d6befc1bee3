"""Tests that RULES.md, the tests and the code of each game in PREFIXES agree on the numbers of its rules."""

import re
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

import arena.games

PREFIXES: Final = {
    "verraeter": "V",
}
"""The games that this file checks, by key: the letter before the numbers of the game's rules."""

GAMES: Final = Path(arena.games.__file__).parent
TESTS: Final = Path(__file__).parent


def rules(game: str) -> list[str]:
    """Returns the numbers of the rules in the game's RULES.md, in the order of the file and without the game's letter.

    For example, a line that begins with `- **V-6.1**` gives `6.1`.
    """
    text = (GAMES / game / "RULES.md").read_text("utf-8")
    return re.findall(rf"^- \*\*{PREFIXES[game]}-(\d+\.\d+)\*\*", text, re.MULTILINE)


def numbers_of_tests(game: str) -> set[str]:
    """Returns the rule numbers in the names of the game's tests: `6.1` for `test_V6_1_...`."""
    texts = [path.read_text("utf-8") for path in sorted((TESTS / game).rglob("test_*.py"))]
    return {
        f"{phase}.{rule}"
        for text in texts
        for phase, rule in re.findall(rf"^def test_{PREFIXES[game]}(\d+)_(\d+)_", text, re.MULTILINE)
    }


def cited(game: str, paths: list[Path]) -> set[str]:
    """Returns the rule numbers that these files mention."""
    texts = [path.read_text("utf-8") for path in paths]
    return {number for text in texts for number in re.findall(rf"\b{PREFIXES[game]}-(\d+(?:\.\d+)?)", text)}


@pytest.mark.parametrize("game", PREFIXES)
def test_every_rule_has_a_test(game: str) -> None:
    assert set(rules(game)) - numbers_of_tests(game) == set()


@pytest.mark.parametrize("game", PREFIXES)
def test_every_tested_number_is_a_rule(game: str) -> None:
    assert numbers_of_tests(game) - set(rules(game)) == set()


@pytest.mark.parametrize("game", PREFIXES)
def test_every_number_that_code_and_rules_cite_is_a_rule_or_a_phase(game: str) -> None:
    phases = {number.split(".")[0] for number in rules(game)}
    paths = [*(GAMES / game).rglob("*.py"), GAMES / game / "RULES.md"]
    assert cited(game, paths) - set(rules(game)) - phases == set()


@pytest.mark.parametrize("game", PREFIXES)
def test_rules_are_numbered_in_order_without_gaps(game: str) -> None:
    phases = []
    for phase, group in groupby(rules(game), key=lambda number: int(number.split(".")[0])):
        numbers = list(group)
        assert numbers == [f"{phase}.{rule}" for rule in range(1, len(numbers) + 1)]
        phases.append(phase)
    assert phases == list(range(phases[0], phases[-1] + 1))


@pytest.mark.parametrize("game", PREFIXES)
def test_the_rules_are_found_at_all(game: str) -> None:
    assert len(rules(game)) > 10
    assert len(numbers_of_tests(game)) > 10
