"""The state of challenges, read from their folders."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from arena.files.whole import beside
from arena.ladder.playing.played import challenge_file, given_up, pending_challenges


class Stand(StrEnum):
    """How a challenge stands."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    GIVEN_UP = "given-up"
    """It was not played to its end; what was played stays."""
    LOST = "lost"
    """The server died when it made it, or was restored without it."""


class Stands(NamedTuple):
    """How one stands."""

    state: Stand
    place: int | None = None
    """Among those that wait, from 1; None if it does not, or is being made."""
    sentence: str = ""
    """Why it was given up."""

    def is_pending(self) -> bool:
        """Whether more is to come."""
        return self.state in (Stand.WAITING, Stand.PLAYING)


def stands_of(folder: Path, numbers: Iterable[int]) -> dict[int, Stands]:
    """By number, how each stands."""
    pending = {file: place for place, file in enumerate(pending_challenges(folder))}
    return {number: _stands(challenge_file(folder, number), pending) for number in numbers}


def _stands(file: Path, pending: dict[Path, int]) -> Stands:
    if file in pending:
        return Stands(Stand.WAITING, pending[file]) if pending[file] else Stands(Stand.PLAYING)
    if not file.exists():
        return Stands(Stand.WAITING if beside(file.parent).exists() else Stand.LOST)
    if sentence := given_up(file):
        return Stands(Stand.GIVEN_UP, sentence=sentence)
    return Stands(Stand.OVER)
