"""Decides where a league's results are kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.league import League
from leaderboards.store.places.address import is_url
from leaderboards.store.places.files import FILE

RESULTS: Final = Path("results")
"""The folder below the working directory in which each league has a folder for its results."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a league's results are kept: a store, and a folder of standings files."""

    folder: Path
    """The folder of the standings files."""
    store: str
    """The path of the store's file, or the URL of its database."""
    name: str
    """The folder, file or URL that people give to other commands to name these results."""

    @classmethod
    def of(cls, league: League, file: Path | None = None, url: str | None = None) -> Self:
        """The place that the file or URL names, else the league's own folder; raises ArenaError [bad-store] if both are
        given.
        """
        if file and url:
            raise ArenaError(
                "bad-store", "--db and --store name two different places for the results", "give one of them"
            )
        folder = file.parent if file else RESULTS / league.name
        return cls(folder, url or str(file or folder / FILE), url or str(file or folder))

    def reference(self, league: League) -> str:
        """A name for the results of just this league: the name of the place, with `#LEAGUE` if it is a database."""
        return f"{self.name}#{league.name}" if is_url(self.name) and "#" not in self.name else self.name
