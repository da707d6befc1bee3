"""Values for the pages that list games and tables: the lobby and the start page."""

from hashlib import blake2b
from itertools import cycle, islice
from typing import Any, Final

from starlette.requests import Request

from arena.games.entry import Entry
from arena.games.registry import GAMES
from arena.tables.bots import Bots
from arena.tables.facts import OPEN, RUNNING
from arena.tables.service import REMOVED, TableService
from arena.tables.table_settings import LONGEST_BANK_S, LONGEST_NAME, MOST_SEED, PERSON
from arena.web.tables.access import role_of
from leaderboards.pages.assets import guide_of
from leaderboards.pages.rendering import Page

MOST_SHOWN: Final = 100
"""The maximum number of finished or closed tables in the lobby's list."""
MOST_AT_START: Final = 5
"""The maximum number of tables in the list on the start page."""
LIMITS: Final = {"name": LONGEST_NAME, "bank_s": LONGEST_BANK_S, "seed": MOST_SEED}


def tables_page(table_service: TableService, request: Request) -> Page:
    """Returns the lobby's page for a visitor, with the tables in progress and the latest finished or closed tables."""
    past = [told for told in _told(table_service, request) if not _goes_on(told)]
    values = {"past": past[:MOST_SHOWN], "removed": REMOVED, "unreadable": table_service.unreadable}
    return Page("tables", "tables", _shared(table_service, request) | values)


def at_start(table_service: TableService, request: Request) -> dict[str, Any]:
    """Returns the values for the start page's section about tables, as the visitor may see them."""
    shared = _shared(table_service, request)
    return shared | {"now": shared["now"][:MOST_AT_START]}


def state_of(table_service: TableService) -> str:
    """Returns a hash that changes whenever the list of tables changes for any visitor."""
    told = [
        (table.facts.id, table.facts.state, table.facts.reason, [seat.name for seat in table.facts.seats])
        for table in table_service.tables()
    ]
    return blake2b(repr(told).encode(), digest_size=8).hexdigest()


def _shared(table_service: TableService, request: Request) -> dict[str, Any]:
    """Returns the values that the lobby and the start page share: the games, and the open or running tables."""
    state = state_of(table_service)  # computed first, so that a change during this function is reported later
    now = sorted(filter(_goes_on, _told(table_service, request)), key=_precedence)
    return {"games": games(table_service.bots), "person": PERSON, "limits": LIMITS, "now": now, "state": state}


def _told(table_service: TableService, request: Request) -> list[dict[str, Any]]:
    return [table.told(role_of(request, table)) for table in table_service.tables()]


def games(bots: Bots) -> list[dict[str, Any]]:
    """Returns the games and their bots as values for pages.

    Games that the operator added when starting the server come before the arena's own games.
    """
    found = sorted(GAMES.items(), key=lambda game: not game[1].origin)
    return [_game(key, entry, bots.offered(key)) for key, entry in found]


def _game(key: str, entry: Entry, offered: tuple[str, ...]) -> dict[str, Any]:
    info = entry.info
    return {
        "key": key,
        "title": info.title,
        "summary": entry.summary,
        "editions": list(zip(info.editions, info.phrases, strict=True)),
        "least": info.seats[0],
        "most": info.seats[-1],
        "bots": offered,
        "rivals": _rivals(entry, offered),
        "substitute": entry.substitute(),
        "guide": guide_of(key),
    }


def _rivals(entry: Entry, offered: tuple[str, ...]) -> list[str]:
    """Returns the bots suggested as opponents, one for each seat except the person's.

    The suggestions are the game's standard opponents without the weakest, repeated in turn if there are too few.
    """
    known = [name for name in entry.rivals if name in offered]
    rivals = known[1:] or known
    seats = max((seats for seats in entry.info.seats if seats <= 1 + len(rivals)), default=entry.info.seats[0])
    return list(islice(cycle(rivals), seats - 1))


def _goes_on(told: dict[str, Any]) -> bool:
    return told["state"] in (OPEN, RUNNING)


def _precedence(told: dict[str, Any]) -> tuple[bool, bool]:
    """Returns the sort key of a table in a list: the visitor's own tables are before all others, and in each of these
    two groups, open tables are first.
    """
    return told["you"] is None, told["state"] != OPEN
