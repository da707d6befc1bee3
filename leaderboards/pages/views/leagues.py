"""The start page with the list of leagues, and the pages for errors."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.errors import ArenaError
from leaderboards.pages.addresses import INDEX
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.collection import Unshown
from leaderboards.pages.shown.followed import Followed

MOST_NEWEST: Final = 3
"""The most leagues whose newest match the start page links to. Leagues that are being played come first, then those
whose results changed last.
"""


def start_page(
    leagues: Sequence[Followed], unshown: Sequence[Unshown] = (), tables: Mapping[str, Any] | None = None
) -> Page:
    """Returns the start page, which shows tables to play at, matches to watch, and all leagues.

    `tables`: the values for the list of tables; None if the server has no tables.
    """
    entries = [_entry(league) for league in leagues]
    shown = [one for one in entries if one["newest"]]
    newest = sorted(shown, key=lambda one: (one["being_played"], one["changed_s"]), reverse=True)
    values = {"leagues": entries, "unshown": unshown, "tables": tables, "newest": newest[:MOST_NEWEST]}
    return Page(INDEX, "start", values)


def error_page(address: str, status: int, error: ArenaError) -> Page:
    """Returns the page for an error, with its message and the next step for the reader."""
    return Page(address, "error", {"status": status, "error": error})


def _entry(league: Followed) -> dict[str, Any]:
    """Returns the values of a league for the list of leagues; does not wait for the thread that reads the league."""
    standings = league.standings_at_once() if league.beginning.blocks else None
    return {
        "slug": league.slug,
        "name": league.name,
        "game": league.info.title if league.info else str(league.identity["game"]),
        "bots": len(league.field.present()),
        "blocks": len(league.beginning.blocks),
        "total_blocks": league.total_blocks(),
        "finished": bool(league.extent and league.extent.finished(league.stored)),
        "being_played": league.being_played,
        "changed_s": league.store.changed_s(),
        "first": standings.lines[0].bot if standings and standings.lines else "",
        "newest": _newest(league),
    }


def _newest(league: Followed) -> dict[str, Any] | None:
    """Returns the number and the bots of the last match that may be shown; None if there is no such match."""
    blocks = league.beginning.blocks
    if not blocks:
        return None
    return {"ordinal": league.beginning.matches() - 1, "bots": blocks[-1].matches[-1].bots}
