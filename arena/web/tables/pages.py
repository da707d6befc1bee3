"""Values for the pages of a single table."""

from arena.games.game_option import published_option
from arena.match.frames import ALL
from arena.tables.facts import OPEN
from arena.tables.table import Role, Table
from arena.tables.table_settings import LONGEST_NAME
from leaderboards.pages.assets import guide_of, room_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.views.rules import has_rules


def table_page(table: Table, role: Role, links: dict[str, str | None]) -> Page:
    """Returns the page of a table: a waiting room while people take seats, then the page on which they play."""
    facts = table.facts
    template = "lobby" if facts.state == OPEN or not facts.entrants else "play"
    values = {
        "table": table.told(role),
        "game": facts.terms.game,
        "room": room_of(facts.terms.game),
        "guide": guide_of(facts.terms.game),
        "has_rules": has_rules(facts.terms.game),
        "source": f"{facts.id}/match.json",
        "links": links,
        "longest_name": LONGEST_NAME,
    }
    return Page(f"tables/{facts.id}", template, values)


def replay_page(table: Table) -> Page:
    """Returns the page with the replay of a finished match, which reveals all hidden information."""
    facts = table.facts
    record = facts.record
    assert record
    seats = [
        {"seat": seat, "name": entrant.name, "score": record.scores[seat], "rank": record.ranks[seat]}
        for seat, entrant in enumerate(record.spec.entrants)
    ]
    room = room_of(facts.terms.game)
    values = {"table": table.told(Role()), "room": room, "source": "match.json?eyes={eyes}", "seats": seats}
    option = published_option(facts.terms.game)
    return Page(f"tables/{facts.id}/replay", "table-replay", values | {"eyes": ALL, "option": option})


def link_page(table: Table) -> Page:
    """Returns the page that a link to a table opens; this page leads on to the table's page.

    A redirect would not suffice. If the link is on another site's page, browsers send no cookie marked SameSite=Strict
    with the redirected request.
    """
    return Page(f"tables/{table.facts.id}/link/x", "link", {"id": table.facts.id, "table": table.told(Role())})
