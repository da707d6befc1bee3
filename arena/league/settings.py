"""What a league file says that needs nothing else to be understood: one line a key, with the kind of its value."""

from dataclasses import dataclass
from typing import Final

from arena.building.builds.terms import NETWORKS, REGISTRIES
from arena.files.keys import Source, flag, integer, key, one_of, table, text
from arena.games.registry import GAMES
from arena.league.schedules.registry import ROUND_ROBIN, SCHEDULES
from arena.league.until import Until, parse_until
from arena.sandbox.levels import AUTO, LEVELS
from arena.sandbox.limits import Limits
from arena.transport import Clock
from arena.transport.clocks.clock import TIMINGS

SEATINGS: Final = ("square", "all")
PROCESS: Final = "process"
FORGETFUL: Final = "none"
RECALLS: Final = (PROCESS, FORGETFUL)
"""What a bot may recall of a deal: all that its process saw of it, or nothing."""
MOST_SAID: Final = 1_000_000
"""Rounds or blocks that a file may ask for."""
MOST_ROUNDS: Final = 1_000_000_000
"""No league comes so far: a ladder without end has as many blocks. Nothing may be made for each of them."""
MOST_MS: Final = 86_400_000
MOST_MB: Final = 1_000_000
MOST_PROCESSES: Final = 100_000
MOST_SEED: Final = (1 << 128) - 1


def goal(source: Source, name: str, value: object) -> Until:
    """What a league is played for."""
    said = text(source, name, value)
    found = parse_until(said)
    if found is None:
        raise source.complaint(name, said, '"top N apart at P %", P from 50 to 99.9')
    return found


CLOCK: Final = table(
    Clock,
    bank_ms=integer(1, MOST_MS),
    increment_ms=integer(0, MOST_MS),
    startup_ms=integer(1, MOST_MS),
    timing=one_of(*TIMINGS),
    keep_times=flag,
)
LIMITS: Final = table(Limits, memory_mb=integer(1, MOST_MB), processes=integer(1, MOST_PROCESSES))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The part of a league file that is part of the league as it stands there."""

    game: str = key(one_of(*GAMES))
    schedule: str = key(one_of(*SCHEDULES), ROUND_ROBIN)
    rounds: int = key(integer(1, MOST_SAID), 0)
    blocks: int = key(integer(1, MOST_SAID), 0)
    """How many are played, where the schedule does not count in rounds."""
    hero: str = key(text, "")
    """The bot that sits at every table of a gauntlet."""
    seed: int | None = key(integer(0, MOST_SEED), None)
    """Decides all luck; None: it is drawn when the league is founded."""
    seatings: str = key(one_of(*SEATINGS), SEATINGS[0])
    """`square`: each bot of a table has each seat once; `all`: every order of the table's bots."""
    clock: Clock = key(CLOCK, Clock())
    until: Until | None = key(goal, None)
    """What the league is played for; it ends when that is known."""
    sandbox: str = key(one_of(*LEVELS), AUTO)
    """The level at which its bots are to be confined, or `auto`."""
    limits: Limits = key(LIMITS, Limits())
    """What each of them may use."""
    build_network: str = key(one_of(*NETWORKS), REGISTRIES)
    """What builds may reach where they are confined."""
