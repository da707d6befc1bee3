"""Which page is at which address; the same for a server and for files."""

from collections.abc import Callable
from typing import Final

from arena.errors import ArenaError
from leaderboards.pages.addresses import INDEX
from leaderboards.pages.collection import Collection
from leaderboards.pages.followed import Followed
from leaderboards.pages.leagues import leagues_page
from leaderboards.pages.rendering import Page
from leaderboards.pages.table import table_page

LEAGUE_PAGES: Final[dict[str, Callable[[Followed], Page]]] = {INDEX: table_page}
"""Pages of which a league has one."""


def page_at(collection: Collection, address: str) -> Page:
    """The page; raises ArenaError [no-page] where there is none."""
    if address == INDEX:
        return leagues_page(*collection.look())
    match address.split("/"):
        case [slug, name] if name in LEAGUE_PAGES:
            return LEAGUE_PAGES[name](collection.find(slug))
        case _:
            raise no_page(address)


def no_page(address: str) -> ArenaError:
    """The error for an address at which there is nothing."""
    return ArenaError("no-page", f"there is no page {address}", "the list of leagues leads to all pages")
