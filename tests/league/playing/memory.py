"""A small league and a store in memory for tests. The module imports no database, so that worker processes load it
quickly.
"""

from pathlib import Path
from typing import Any

from arena.league.league import League
from arena.league.league_file import read_league
from tests.league.leagues import UNCONFINED, write_league


def league_of(folder: Path, rounds: int, more: str = "") -> League:
    """Returns a league of three bots and three seats, which has three matches in each round; `more` contains further
    lines for the league file.
    """
    head = f'game = "verraeter"\nseats = 3\nrounds = {rounds}\nseed = 7\n{UNCONFINED}{more}'
    return read_league(write_league(folder, head))


class Memory:
    """A store in memory that only remembers which matches have been stored."""

    def __init__(self, played: dict[int, bytes] | None = None) -> None:
        self.kept = dict(played or {})

    def played(self, matches: int, first: int = 0) -> bytearray:
        return bytearray(ordinal in self.kept for ordinal in range(first, matches))

    def matches(self) -> list[Any]:
        return []

    def matches_from(self, _first: int) -> list[Any]:
        return []

    def add(self, results: Any) -> None:
        for result in results:
            assert result.ordinal not in self.kept
            self.kept[result.ordinal] = result.record
