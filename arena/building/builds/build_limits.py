"""The conditions of a build: its confinement, and its access to the network."""

from dataclasses import dataclass, field
from typing import Final, Self

from arena.building.builds.command import Ending
from arena.sandbox.box import Box
from arena.sandbox.levels import BOXES, Level
from arena.sandbox.limits import Limits

REGISTRIES: Final = "registries"
NO_NETWORK: Final = "none"
NETWORKS: Final = (REGISTRIES, NO_NETWORK)
"""The possible values of `build_network` in league files."""
LIMITS: Final = Limits(memory_mb=4_096, processes=1_024, temporary_mb=2_048, open_files=4_096)
"""The limits on a build in a sandbox. At the level `boxed`, the copy, the build's home folder and /tmp may each take up
`temporary_mb` megabytes.
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions on which a build runs: how it is confined, which network addresses it reaches, and how long it may
    take.
    """

    level: Level = Level.NONE
    network: str = REGISTRIES
    limit_s: float | None = field(default=None, compare=False)
    """The maximum duration of the build in seconds, if it must be shorter than the general limit on builds; None for
    the general limit.
    """
    ending: Ending | None = field(default=None, compare=False)
    """A switch that can end the build early; None if nothing can."""

    @classmethod
    def at(cls, level: Level, network: str = REGISTRIES) -> Self:
        """Returns the terms for building bots that play at this level of confinement. The level `boxed+limits` becomes
        `boxed`, which is enough for builds.
        """
        return cls(Level.BOXED if level in BOXES else level, network)

    @property
    def box(self) -> Box:
        """The sandbox in which the build runs."""
        return Box(self.level, LIMITS)

    def text(self) -> str:
        """Returns the level and the network as a text, from which `of` restores the terms."""
        return f"{self.level} {self.network}"

    @classmethod
    def of(cls, text: str) -> Self:
        """Returns the terms from a text that `Terms.text` wrote; raises ValueError for any other text."""
        level, network = text.split(" ")
        return cls(Level(level), network)

    def allow(self, other: Self) -> bool:
        """Returns whether these terms are as strict as `other` or stricter, so that a build on these terms also serves
        for `other`.
        """
        levels = list(Level)
        as_confined = levels.index(self.level) <= levels.index(other.level)
        return as_confined and self.network in (NO_NETWORK, other.network)
