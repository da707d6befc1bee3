"""Who asks: tokens in cookies, and that a request comes from a page of this server.

Rule 1: a cookie holds the token of its link. No script can read it, and no other site can have it sent.
Rule 2: what changes something is only taken from a page of this server, as browsers tell it.
"""

import json
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.tables.table import Role, Table

COOKIE_S: Final = 30 * 24 * 3600
"""How long a browser keeps a seat."""
MOST_BYTES: Final = 1 << 16
"""Of what is posted."""


def seat_cookie(table_id: str) -> str:
    """The cookie of a seat at this table."""
    return f"arena-{table_id}"


def invitation_cookie(table_id: str) -> str:
    """The cookie of who may sit down at this table."""
    return f"arena-{table_id}-invited"


def role_of(request: Request, table: Table) -> Role:
    """Who asks."""
    seat = table.role(request.cookies.get(seat_cookie(table.facts.id), ""))
    invited = table.role(request.cookies.get(invitation_cookie(table.facts.id), ""))
    return Role(seat.seat, seat.invited or invited.invited)


def keep(response: Response, request: Request, name: str, token: str) -> None:
    """Has the browser show this token from now on."""
    response.set_cookie(
        name, token, COOKIE_S, path="/", secure=request.url.scheme == "https", httponly=True, samesite="strict"
    )


def link_of(request: Request, table_id: str, token: str) -> str:
    """The link with a token, as others may open it."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}/tables/{table_id}/link/{token}"


def links_of(request: Request, table: Table) -> dict[str, str | None]:
    """The links of who asks: of the seat, with which one sits here from any device; of the invitation."""
    table_id = table.facts.id
    seat = request.cookies.get(seat_cookie(table_id), "")
    invited = request.cookies.get(invitation_cookie(table_id), "")
    return {
        "seat": link_of(request, table_id, seat) if table.role(seat).seat is not None else None,
        "invitation": link_of(request, table_id, invited) if table.role(invited).invited else None,
    }


def demand_own_page(request: Request) -> None:
    """Complains of what comes from another site, or does not say where it comes from: ArenaError [foreign]."""
    origin = urlsplit(request.headers.get("origin", ""))
    own = origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host", "")
    if not own or request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise ArenaError(
            "foreign", "this does not come from a page of this server, so nothing was done", "use the page of the table"
        )


async def posted(request: Request) -> dict[str, Any]:
    """The JSON object that was posted; raises ArenaError [bad-request], [foreign]."""
    demand_own_page(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _bad("what was posted is not called JSON", "send Content-Type: application/json")
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MOST_BYTES:
                raise _bad(f"more than {MOST_BYTES} bytes were posted", "send less")
    except ClientDisconnect as error:
        raise _bad("only a part of what was posted arrived", "send it again") from error
    try:
        said = json.loads(data or b"{}")
        json.dumps(said, ensure_ascii=False).encode()  # half a letter could not be said again in a refusal
    except (ValueError, RecursionError) as error:
        raise _bad("what was posted is no JSON", "send an object") from error
    if not isinstance(said, dict):
        raise _bad("what was posted is no object", "send an object")
    return said


def _bad(sentence: str, hint: str) -> ArenaError:
    return ArenaError("bad-request", sentence, hint)
