"""The folder of a league's results."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.league import League
from leaderboards.store.places.address import is_url
from leaderboards.store.places.files import FILE

RESULTS: Final = Path("results")
"""Where leagues have their folders, in the folder the arena is called in."""


@dataclass(frozen=True, slots=True)
class Place:
    """A store, and the folder of its standings."""

    folder: Path
    """Of the standings files."""
    store: str
    """The file of the records, or the URL of their database."""
    name: str
    """What other commands find the results by: a folder, a file or a URL."""

    @classmethod
    def of(cls, league: League, file: Path | None = None, url: str | None = None) -> Self:
        """The place of a league's own, unless a file or a URL is named; raises ArenaError [bad-store] for both."""
        if file and url:
            raise ArenaError("bad-store", "--db and --store are two places for the results", "give one of them")
        folder = file.parent if file else RESULTS / league.name
        return cls(folder, url or str(file or folder / FILE), url or str(file or folder))

    def reference(self, league: League) -> str:
        """What names the league's results alone: of a database, the league with it."""
        return f"{self.name}#{league.name}" if is_url(self.name) and "#" not in self.name else self.name
