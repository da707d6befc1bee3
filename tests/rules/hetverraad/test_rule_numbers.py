"""Tests that RULES.md, the tests and the code agree on the numbers of rules, rulings and golden games."""

import re
from pathlib import Path

import arena.games.hetverraad

GAME = Path(arena.games.hetverraad.__file__).parent
RULES = (GAME / "RULES.md").read_text("utf-8")
TESTS = "\n".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
CODE = "\n".join(path.read_text("utf-8") for path in sorted(GAME.rglob("*.py")))

UNTESTED_RULINGS = {32, 34}
"""The rulings that need no test. A-32: open stones are part of every view. A-34: the zone closed to green buildings is
a line of the component data.
"""


def defined(letter: str) -> list[int]:
    return [int(number) for number in re.findall(rf"^- \*\*{letter}-(\d+)\*\*", RULES, re.MULTILINE)]


def numbers_of_tests(letter: str) -> set[int]:
    return {int(number) for number in re.findall(rf"^def test_{letter}(\d+)_", TESTS, re.MULTILINE)}


def cited(letter: str) -> set[int]:
    return {int(number) for number in re.findall(rf"\b{letter}-(\d+)\b", CODE + RULES)}


def test_rules_and_rulings_are_numbered_in_order_without_gaps() -> None:
    assert defined("R") == list(range(1, 91))
    assert defined("A") == list(range(1, 41))


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    assert numbers_of_tests("R") == set(defined("R"))


def test_every_ruling_has_a_test() -> None:
    assert numbers_of_tests("A") | UNTESTED_RULINGS == set(defined("A"))


def test_all_twenty_golden_games_are_tested() -> None:
    assert numbers_of_tests("G") == set(range(1, 21))


def test_what_code_and_rules_cite_is_defined() -> None:
    assert cited("R") <= set(defined("R"))
    assert cited("A") <= set(defined("A"))


def test_every_rule_the_engine_enforces_is_cited_in_the_code() -> None:
    numbers = {int(number) for number in re.findall(r"\bR-(\d+)", CODE)}
    for first, last in re.findall(r"\bR-(\d+) to R-(\d+)", CODE):
        numbers |= set(range(int(first), int(last) + 1))
    assert set(defined("R")) - numbers == {30, 82}  # both rules say what does not exist, so no code enforces them
