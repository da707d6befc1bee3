"""Finds out what a visitor may do at a table, from tokens in cookies.

Rule: a cookie contains the same token as the link that set it.
"""

from typing import Final

from starlette.requests import Request

from arena.tables.table import Role, Table
from arena.web.public_address import root_of

COOKIE_S: Final = 30 * 24 * 3600
"""The seconds for which a browser keeps the cookies of a table."""


def seat_cookie(table_id: str) -> str:
    """The name of a visitor's cookie with the token of their seat at this table."""
    return f"arena-{table_id}"


def invitation_cookie(table_id: str) -> str:
    """The name of a visitor's cookie with the token of an invitation to this table."""
    return f"arena-{table_id}-invited"


def role_of(request: Request, table: Table) -> Role:
    """The visitor's role at a table, from the tokens in their cookies."""
    seat = table.role(request.cookies.get(seat_cookie(table.facts.id), ""))
    invited = table.role(request.cookies.get(invitation_cookie(table.facts.id), ""))
    return Role(seat.seat, seat.invited or invited.invited)


def link_of(request: Request, table_id: str, token: str) -> str:
    """The link that gives whoever opens it the role of this token."""
    return f"{root_of(request)}/tables/{table_id}/link/{token}"


def links_of(request: Request, table: Table) -> dict[str, str | None]:
    """The visitor's links by kind, `seat` for their other devices and `invitation`; None without a token for it."""
    table_id = table.facts.id
    seat = request.cookies.get(seat_cookie(table_id), "")
    invited = request.cookies.get(invitation_cookie(table_id), "")
    return {
        "seat": link_of(request, table_id, seat) if table.role(seat).seat is not None else None,
        "invitation": link_of(request, table_id, invited) if table.role(invited).invited else None,
    }
