"""The page that explains how to verify a league."""

from arena.games.game_option import published_option
from arena.system.commands import quoted
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.league import league_page
from leaderboards.store.places.address import is_url


def verify_page(league: Followed) -> Page:
    """Returns the page with the command that verifies a league, and with the league's commitment, seal and bots."""
    with league.lock:
        place = "DB" if is_url(league.place) else quoted(league.place)
        seal = league.seal.text()
        return league_page(
            league,
            "verify.html",
            "verify",
            commitment=league.commitment,
            seal=seal,
            stored=league.stored,
            command=f"arena verify {place} --commitment {league.commitment} --seal {seal}"
            f"{published_option(str(league.identity['game']))}",
            bots=[
                {"bot": member.name, "hash": member.content_hash.hex(), "version": member.version}
                for member in sorted(league.field.members, key=lambda member: member.name)
            ],
        )
