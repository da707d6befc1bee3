"""Decides where a league's results are stored."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.league import League
from leaderboards.store.places.address import is_url
from leaderboards.store.places.files import FILE

RESULTS: Final = Path("results")
"""The folder, relative to the working directory, that contains a folder of results for each league."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a league's results: a store, and a folder of standings files."""

    folder: Path
    """The folder of the standings files."""
    store: str
    """The path of the store's file, or the URL of its database."""
    name: str
    """The folder, file or URL that names these results in commands."""

    @classmethod
    def of(cls, league: League, file: Path | None = None, url: str | None = None) -> Self:
        """Returns the place at the given file or URL; if both are None, the league's own folder.

        Raises ArenaError [bad-store] if both are given.
        """
        if file and url:
            raise ArenaError(
                "bad-store",
                "--db and --store were both given, but a league's results are stored in only one place",
                "give only --db FILE, or only --store URL",
            )
        folder = file.parent if file else RESULTS / league.name
        return cls(folder, url or str(file or folder / FILE), url or str(file or folder))

    def reference(self, league: League) -> str:
        """Returns the text that names the results of this league in commands.

        This is the field `name`; if it is a URL without `#`, `#` and the league's name follow, because a database can
        contain several leagues.
        """
        return f"{self.name}#{league.name}" if is_url(self.name) and "#" not in self.name else self.name
