"""All schedules by name, with the league file keys of each."""

from collections.abc import Mapping
from typing import Final

from arena.league.schedules.balanced import Balanced
from arena.league.schedules.comparison import Comparison
from arena.league.schedules.contract import Kind
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.ladder import Ladder
from arena.league.schedules.round_robin import RoundRobin
from arena.league.schedules.swiss import Swiss

ROUND_ROBIN: Final = "round-robin"
COMPARISON: Final = "comparison"
LADDER: Final = "ladder"

SCHEDULES: Final[Mapping[str, Kind]] = {
    ROUND_ROBIN: Kind(RoundRobin, ("rounds",)),
    "balanced": Kind(Balanced, ("blocks",)),
    "gauntlet": Kind(Gauntlet, ("blocks", "hero")),
    "swiss": Kind(Swiss, ("rounds",)),
    LADDER: Kind(Ladder, ("blocks",)),
}
"""The kinds of schedules that a league file may name, by their names; the first is the default."""
EVERY_SCHEDULE: Final[Mapping[str, Kind]] = {**SCHEDULES, COMPARISON: Kind(Comparison, ("blocks",))}
