"""The state of challenges, read from their folders."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from arena.files.whole import beside
from arena.ladder.playing.played import challenge_file, given_up, pending_challenges


class Stand(StrEnum):
    """The state of a challenge."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    GIVEN_UP = "given-up"
    """The challenge was not played to its end; its results so far stay."""
    LOST = "lost"
    """The server died while it made the challenge, or was restored without it."""


class Stands(NamedTuple):
    """The state of a challenge, with its details."""

    state: Stand
    place: int | None = None
    """The place among the waiting challenges, from 1; None if this one does not wait, or is being made."""
    sentence: str = ""
    """Why the challenge was given up."""

    def is_pending(self) -> bool:
        """Whether the challenge is not over."""
        return self.state in (Stand.WAITING, Stand.PLAYING)


def stands_of(folder: Path, numbers: Iterable[int]) -> dict[int, Stands]:
    """By number: the state of each challenge."""
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
