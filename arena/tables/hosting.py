"""How the match of a table is played: what a table asks of who plays it, and what it is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.league.manifest import Manifest
from arena.match import Fault, Match, MatchRecord, MatchSpec
from arena.match.document import ClockData


@dataclass(frozen=True, slots=True)
class Beginning:
    """A match that is to be played, or to go on."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """By seat: the bot's own seed."""
    bots: Sequence[Manifest | None]
    """By seat; None: a person."""
    clock: ClockData | None
    """Of people; None: as long as they like."""
    actions: tuple[int, ...] = ()
    """That were taken before."""
    faults: tuple[Fault, ...] = ()
    given: Mapping[int, Manifest] | None = None
    """The bots that play for people, by seat."""


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

    def give(self, seat: int, bot: Manifest) -> None:
        """A bot plays for the person from now on."""

    def take_back(self, seat: int) -> None:
        """The person plays again."""

    async def stop(self) -> None:
        """Ends all that was started; nothing is told any more."""


class Begin(Protocol):
    """Begins a match, or goes on with it."""

    def __call__(self, beginning: Beginning, told: Told) -> Hosting:
        """Begins; to be called in the running loop."""
