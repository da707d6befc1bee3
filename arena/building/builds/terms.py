"""How a build is confined, and what it may reach."""

from dataclasses import dataclass, field
from typing import Final, Self

from arena.building.builds.command import Ending
from arena.sandbox.box import Box
from arena.sandbox.levels import BOXES, Level
from arena.sandbox.limits import Limits

REGISTRIES: Final = "registries"
NO_NETWORK: Final = "none"
NETWORKS: Final = (REGISTRIES, NO_NETWORK)
"""What a build may reach, in the words of league files."""
LIMITS: Final = Limits(memory_mb=4_096, processes=1_024, temporary_mb=2_048, open_files=4_096)
"""Of a build. What is temporary counts for the copy, for its home, and for /tmp, each."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a build is run."""

    level: Level = Level.NONE
    network: str = REGISTRIES
    limit_s: float | None = field(default=None, compare=False)
    """How long it may take, where that is less than builds may take at all."""
    ending: Ending | None = field(default=None, compare=False)
    """What ends it before."""

    @classmethod
    def at(cls, level: Level, network: str = REGISTRIES) -> Self:
        """Where bots are confined at this level: in a box, builds are limited by the box itself."""
        return cls(Level.BOXED if level in BOXES else level, network)

    @property
    def box(self) -> Box:
        """How it is confined."""
        return Box(self.level, LIMITS)

    def text(self) -> str:
        """In words that `of` reads."""
        return f"{self.level} {self.network}"

    @classmethod
    def of(cls, text: str) -> Self:
        """What `text` said; raises ValueError."""
        level, network = text.split(" ")
        return cls(Level(level), network)

    def allow(self, other: Self) -> bool:
        """Whether what was built on these terms was built on the other ones too: on those, or on stricter ones."""
        levels = list(Level)
        as_confined = levels.index(self.level) <= levels.index(other.level)
        return as_confined and self.network in (NO_NETWORK, other.network)
