"""The list of leagues, and what is said where a page cannot be shown."""

from collections.abc import Sequence

from arena.errors import ArenaError
from leaderboards.pages.addresses import INDEX
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.collection import Unshown
from leaderboards.pages.shown.followed import Followed


def leagues_page(leagues: Sequence[Followed], unshown: Sequence[Unshown] = ()) -> Page:
    """The list of leagues."""
    return Page(INDEX, "leagues", {"leagues": [_entry(league) for league in leagues], "unshown": unshown})


def error_page(address: str, status: int, error: ArenaError) -> Page:
    """What is said instead of a page: what is wrong, and the next step."""
    return Page(address, "error", {"status": status, "error": error})


def _entry(league: Followed) -> dict[str, object]:
    """What the list says of a league, without waiting for who reads it."""
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
        "first": standings.lines[0].bot if standings and standings.lines else "",
    }
