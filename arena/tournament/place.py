"""Says where a league's results are kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.league import League
from leaderboards.store.places.address import is_url
from leaderboards.store.places.files import FILE

RESULTS: Final = Path("results")
"""The folder of all leagues' folders, below the working directory."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a league's results: a store, and the folder of its standings."""

    folder: Path
    """The folder of the standings files."""
    store: str
    """The file of the records, or the URL of their database."""
    name: str
    """The folder, file or URL by which other commands find the results."""

    @classmethod
    def of(cls, league: League, file: Path | None = None, url: str | None = None) -> Self:
        """The named file or URL, else the league's own folder; raises ArenaError [bad-store] if both are named."""
        if file and url:
            raise ArenaError("bad-store", "--db and --store are two places for the results", "give one of them")
        folder = file.parent if file else RESULTS / league.name
        return cls(folder, url or str(file or folder / FILE), url or str(file or folder))

    def reference(self, league: League) -> str:
        """The name of this league's results only: for a database, its URL with the league's name."""
        return f"{self.name}#{league.name}" if is_url(self.name) and "#" not in self.name else self.name
