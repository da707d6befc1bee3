"""Maps addresses to pages, for servers and files."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.errors import ArenaError
from arena.match.frames import ALL
from leaderboards.pages.addresses import INDEX, slugs
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import AT_ONCE, block_page, blocks_page
from leaderboards.pages.views.bot import bot_page
from leaderboards.pages.views.fairness import fairness_page
from leaderboards.pages.views.faults import faults_page
from leaderboards.pages.views.leagues import start_page
from leaderboards.pages.views.match import match_page
from leaderboards.pages.views.numbers import numbers_page
from leaderboards.pages.views.pairs import pair_addresses, pair_page, pairs_page
from leaderboards.pages.views.replay import ENDING, replay_file
from leaderboards.pages.views.rules import has_rules, rules_addresses, rules_page
from leaderboards.pages.views.table import table_page
from leaderboards.pages.views.verify import verify_page

LEAGUE_PAGES: Final[dict[str, Callable[[Followed], Page]]] = {
    INDEX: table_page,
    "pairs.html": pairs_page,
    "fairness.html": fairness_page,
    "faults.html": faults_page,
    "blocks.html": blocks_page,
    "verify.html": verify_page,
    "numbers.html": numbers_page,
}
"""The functions for the pages that every league has exactly once, by address in the league's folder."""
LONGEST_NUMBER: Final = 9
"""The most digits of a number in an address, which are enough for every place in a schedule."""


def page_at(collection: Collection, address: str, eyes: str = ALL, tables: Mapping[str, Any] | None = None) -> Page:
    """Returns the page at an address.

    `eyes`: the viewpoint of a match page, which is a seat's number, "table" or "all". `tables`: the values for the
    start page's list of tables, at which people play; None if the server has no tables.

    Raises ArenaError [no-page], [no-league], [no-bot], [no-pair], [no-block], [no-match], [damaged].
    """
    if address == INDEX:
        return start_page(*collection.look(), tables)
    folder, _, rest = address.partition("/")
    name, dot, ending = rest.rpartition(".")
    if not dot or ending != "html":
        raise no_page(address)
    if folder == "rules":
        if not has_rules(name):
            raise no_page(address)
        return rules_page(name)
    page = _league_page(collection.find(folder), rest, name, eyes)
    if page is None:
        raise no_page(address)
    return page


def is_file(address: str) -> bool:
    """Returns whether an address belongs to a file that pages load and that `file_at` makes."""
    return address.endswith(ENDING)


def file_at(collection: Collection, address: str) -> bytes:
    """Returns the content of the file at this address, which a page loads.

    Raises ArenaError [no-page], [no-league], [no-match], [damaged], [bad-record].
    """
    match address.removesuffix(ENDING).split("/"):
        case [slug, "matches", ordinal, eyes] if _is_number(ordinal):
            return replay_file(collection.find(slug), int(ordinal), eyes)
    raise no_page(address)


def addresses(collection: Collection) -> list[str]:
    """Returns the addresses of all pages."""
    found = [INDEX, *rules_addresses()]
    for league in collection.look()[0]:
        slug, blocks = slugs(league.bots), len(league.beginning.blocks)
        names = [
            *LEAGUE_PAGES,
            *(f"bots/{word}.html" for word in slug.values()),
            *pair_addresses(league, slug),
            *(f"blocks/part-{part}.html" for part in range(max(blocks - 1, 0) // AT_ONCE + 1)),
            *(f"blocks/{number}.html" for number in range(blocks)),
            *(f"matches/{ordinal}.html" for ordinal in range(league.beginning.matches())),
        ]
        found += [f"{league.slug}/{name}" for name in names]
    return found


def no_page(address: str) -> ArenaError:
    """Returns the error for an address without a page."""
    return ArenaError(
        "no-page", f"the page {address} does not exist", "open the list of leagues, which has links to all pages"
    )


def _league_page(league: Followed, address: str, name: str, eyes: str) -> Page | None:
    """Returns the page at an address in the league's folder; None if no page has this address. `name` is the address
    without its extension.
    """
    page = None
    match name.split("/"):
        case [_] if address in LEAGUE_PAGES:
            page = LEAGUE_PAGES[address](league)
        case ["bots", slug]:
            page = bot_page(league, slug)
        case ["pairs", first, second]:
            page = pair_page(league, first, second)
        case ["blocks", part] if part.startswith("part-") and _is_number(part.removeprefix("part-")):
            page = blocks_page(league, int(part.removeprefix("part-")))
        case ["blocks", number] if _is_number(number):
            page = block_page(league, int(number))
        case ["matches", number] if _is_number(number):
            page = match_page(league, int(number), eyes)
    return page


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and str(int(text)) == text
