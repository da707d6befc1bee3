"""Tests that docs/replays.md describes every key of a replay document."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from arena.match.document import ClockData, replay_data
from arena.match.frames import ALL
from tests.games.matches import Case
from tests.match.random_records import record_of

PAGE: Final = (Path(__file__).parents[2] / "docs" / "replays.md").read_text("utf-8")
CASES: Final = (Case("verraeter", "official", 4), Case("hetverraad", "strategic", 3))
CLOCK: Final[ClockData] = {"bank_ms": 1, "increment_ms": 0}
BY_NAME: Final = {"strengths", "supply", "income", "grand_powers", "reshuffled", "black_tokens", "colour_titles"}
"""The names of objects in the document whose keys are houses, cards, colours or values. The tests skip these keys."""


def words(value: Any) -> Iterator[str]:
    """Yields every key and every kind of action in the document."""
    if isinstance(value, list):
        for part in value:
            yield from words(part)
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            if name == "kind" and isinstance(part, str):
                yield part
            if name not in BY_NAME:
                yield from words(part)


def told() -> set[str]:
    return set(re.findall(r"`\"?([a-z_-]+)\"?`", PAGE))


def test_every_key_and_kind_of_a_document_stands_on_the_page() -> None:
    found = set[str]()
    for case in CASES:
        found |= set(words(replay_data(record_of(case), case.game, ALL, clock=CLOCK)))
    assert len(found) > 120
    assert found - told() == set()
