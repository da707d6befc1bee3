"""Determines from the tokens in a visitor's cookies what the visitor may do at a table.

Rule: a cookie contains the same token as the link by which the visitor got the cookie. So the server can show the
visitor this link again, for the visitor's other devices or for other people.
"""

from typing import Final

from starlette.requests import Request

from arena.tables.table import Role, Table
from arena.web.public_address import root_of

COOKIE_S: Final = 30 * 24 * 3600
"""The seconds for which a browser keeps the cookies of a table."""


def seat_cookie(table_id: str) -> str:
    """Returns the name of the cookie that contains the token of a visitor's seat at this table."""
    return f"arena-{table_id}"


def invitation_cookie(table_id: str) -> str:
    """Returns the name of the cookie that contains the token of a visitor's invitation to this table."""
    return f"arena-{table_id}-invited"


def role_of(request: Request, table: Table) -> Role:
    """Returns the visitor's role at a table, according to the tokens in the visitor's cookies."""
    seat = table.role(request.cookies.get(seat_cookie(table.facts.id), ""))
    invited = table.role(request.cookies.get(invitation_cookie(table.facts.id), ""))
    return Role(seat.seat, seat.invited or invited.invited)


def link_of(request: Request, table_id: str, token: str) -> str:
    """Returns a link with a token; every person who opens the link gets the role that belongs to the token."""
    return f"{root_of(request)}/tables/{table_id}/link/{token}"


def links_of(request: Request, table: Table) -> dict[str, str | None]:
    """Returns the visitor's links to a table, by their kinds.

    `seat` is the link to the visitor's seat, for the visitor's other devices; `invitation` is the link for other
    people. A link is None if the visitor's cookies contain no valid token for it.
    """
    table_id = table.facts.id
    seat = request.cookies.get(seat_cookie(table_id), "")
    invited = request.cookies.get(invitation_cookie(table_id), "")
    return {
        "seat": link_of(request, table_id, seat) if table.role(seat).seat is not None else None,
        "invitation": link_of(request, table_id, invited) if table.role(invited).invited else None,
    }
