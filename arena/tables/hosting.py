"""How the match of a table is played: what a table asks of who plays it, and what it is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.league.manifest import Manifest
from arena.match import Course, Entrant, Match, MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class Person:
    """A person at a seat of a match."""

    bank_ms: int | None
    """The time left; None: as long as they like."""
    substitute: Manifest
    """The bot that plays on for them; started when it is to."""
    player: Entrant
    """The same, as the match knows it."""
    given: bool
    """Whether it is to play now."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A match that is to be played, or to go on."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """By seat: the bot's own seed."""
    seats: Sequence[Manifest | Person]
    course: Course
    """How it has gone so far."""


class Owed(NamedTuple):
    """A choice a person owes."""

    bank_ms: int | None
    """The time left for the match; None without a clock."""


class Told(Protocol):
    """Who hears how the match goes; each is called in the loop, and nothing may wait in it."""

    def progressed(self, match: Match) -> None:
        """Actions were taken, or faults happened, since this was said last."""

    def asked(self) -> None:
        """A person owes a choice."""

    def not_given(self, seat: int) -> None:
        """The substitute cannot play for the person."""

    def finished(self, record: MatchRecord) -> None:
        """The match is over."""

    def failed(self, error: BaseException) -> None:
        """It cannot be played on here and now, which is nobody's fault at the table."""


class Hosting(Protocol):
    """A match that is being played."""

    def owed(self, seat: int) -> Owed | None:
        """The choice a person owes."""

    def choose(self, seat: int, action: int) -> None:
        """A person whose turn it is chooses; `progressed` tells when it is taken."""

    def hand_over(self, seat: int, *, given: bool) -> None:
        """The substitute plays for the person as soon as it is there, or the person plays again; `progressed` tells."""

    async def stop(self) -> None:
        """Ends all that was started; nothing is told any more."""


class Begin(Protocol):
    """Begins a match, or goes on with it."""

    def __call__(self, beginning: Beginning, told: Told) -> Hosting:
        """Begins; to be called in the running loop."""
