"""Writes the pages of results as a folder of files, at the same addresses as on a server.

Rule 1: the same results make the same bytes. No page shows when, where or by whom it was made.
Rule 2: a league may be published while it is played. Its pages show only the complete deals before the first missing
match of the schedule.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from leaderboards.pages.assets import asset, asset_names
from leaderboards.pages.files.folder import filling
from leaderboards.pages.rendering import html
from leaderboards.pages.shown.collection import Collection, demand_there
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.site import addresses, file_at, page_at
from leaderboards.pages.texts import texts
from leaderboards.pages.views.replay import replay_addresses

PLACE: Final = "RESULTS"
"""The name that replaces the path of the results in commands on published pages, so that the real path stays secret."""
OnPage = Callable[[int, int], None]
"""A function that is called with the number of pages written so far and the number of all pages."""


def write_site(references: Sequence[str], out: Path, language: str, on_page: OnPage) -> int:
    """Writes the pages of the leagues into the folder; returns the number of pages.

    Raises ArenaError [no-store], [unshown], [not-a-site], or the error of a match that cannot be shown. After any of
    these errors the folder is unchanged.
    """
    with opened(references) as collection, filling(out) as write:
        write(".nojekyll", b"")  # else GitHub Pages would leave out files that it takes for sources
        for name in asset_names():
            write(f"assets/{name}", asset(name))
        for league in collection.look()[0]:
            settle(league)
        pages = addresses(collection)
        for number, address in enumerate(pages, 1):
            page = page_at(collection, address)
            write(address, html(page, texts(language), live=False).encode("utf-8", "replace"))
            for replay in replay_addresses(page):
                write(replay, file_at(collection, replay))
            on_page(number, len(pages))
        return len(pages)


@contextmanager
def opened(references: Sequence[str]) -> Iterator[Collection]:
    """A context that yields the leagues. Raises ArenaError [no-store] if there are no results, or [unshown] if a league
    cannot be shown.
    """
    demand_there(references)
    with closing(Collection(references)) as collection:
        shown, unshown = collection.look()
        if unshown:
            raise ArenaError(
                "unshown",
                f"the league in {unshown[0].place} cannot be shown: {unshown[0].error.message}",
                unshown[0].error.hint,
            )
        if not shown:
            raise ArenaError(
                "no-store",
                f"there are no results in {', '.join(references)}",
                "play a league with arena run-league, or give the path of stored results",
            )
        yield collection


def settle(league: Followed) -> None:
    """Reads a whole league for pages that will not change, and replaces the path of its results by a neutral name."""
    league.settle()
    league.place, league.being_played = PLACE, False
