"""Makes the values that all pages of a league share."""

from typing import Any, Final

from arena.errors import ArenaError
from leaderboards.pages.addresses import slugs
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.rules import has_rules

PAGES: Final = ("pairs", "fairness", "faults", "blocks", "verify")
"""The pages of a league in the order of the menu, without the page of its table."""


def league_page(league: Followed, name: str, template: str, **values: object) -> Page:
    """Returns a page of the league from a template and its values; `name` is the page's address in the
    league's folder.
    """
    common: dict[str, Any] = {
        "league": {
            "slug": league.slug,
            "name": league.name,
            "game": str(league.identity["game"]),
            "title": league.info.title if league.info else str(league.identity["game"]),
            "has_rules": has_rules(str(league.identity["game"])),
        },
        "slug": slugs(league.bots),
        "state": league.state(),
        "settled": league.settled(),
        "menu": PAGES,
        "blocks_shown": len(league.beginning.blocks),
    }
    return Page(f"{league.slug}/{name}", template, common | values)


def bot_of(league: Followed, slug: str) -> str:
    """Returns the name of the bot that `slug` represents in addresses; raises ArenaError [no-bot] if there is none."""
    for bot, word in slugs(league.bots).items():
        if word == slug:
            return bot
    raise ArenaError(
        "no-bot",
        f"the league {league.name} does not have a bot named {slug}",
        "choose a bot from the table of the league",
    )
