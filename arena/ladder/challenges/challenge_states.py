"""The state of each challenge, read from the challenge's folder."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from arena.files.whole import beside
from arena.ladder.playing.contests import challenge_file, given_up, pending_challenges


class Stand(StrEnum):
    """The state of a challenge: waiting, being played, over, given up (ended early), or lost (without a folder)."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    GIVEN_UP = "given-up"
    """The challenge was ended before all its matches were played; the results so far are kept."""
    LOST = "lost"
    """The challenge has no folder: the server died while creating it, or the ladder was restored from a backup without
    it.
    """


class Stands(NamedTuple):
    """The state of a challenge, its place in the queue, and the reason if it was given up."""

    state: Stand
    place: int | None = None
    """The place in the queue of waiting challenges, from 1; None if the challenge is not waiting, or has no folder
    yet.
    """
    sentence: str = ""
    """The reason why the challenge was given up; empty if it was not given up."""

    def is_pending(self) -> bool:
        """Whether the challenge is still waiting or being played."""
        return self.state in (Stand.WAITING, Stand.PLAYING)


def stands_of(folder: Path, numbers: Iterable[int]) -> dict[int, Stands]:
    """Returns the state of each of these challenges, by the challenge's number."""
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
