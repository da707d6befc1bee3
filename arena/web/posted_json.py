"""Reads posted JSON, and checks that a page of this server posted it.

Rule: a request that changes something must come from a page of this server, according to the headers that browsers
send.
"""

import json
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request

from arena.errors import ArenaError
from arena.web.public_address import own_page

MOST_BYTES: Final = 1 << 16
"""The maximum number of bytes in the body of a posted request."""


def demand_own_page(request: Request) -> None:
    """Raises ArenaError [foreign] unless the request's headers show that a page of this server has sent it."""
    if not own_page(request) or request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise ArenaError(
            "foreign",
            "this request does not come from a page of this server, so nothing was done",
            "open this server's page in the browser, and repeat the action there",
        )


def is_form(request: Request) -> bool:
    """Returns whether the request is a form that the browser itself posted.

    This happens if the page's script, which posts JSON instead, had not loaded.
    """
    return _kind(request) == "application/x-www-form-urlencoded"


async def posted(request: Request) -> dict[str, Any]:
    """Returns the JSON object that a page of this server posted.

    Raises ArenaError [foreign] if another page posted it, and [bad-request] if it is no JSON object or too long.
    """
    demand_own_page(request)
    if _kind(request) != "application/json":
        raise _bad("the request does not declare its content as JSON", "send the header Content-Type: application/json")
    return await json_of(request)


async def json_of(request: Request) -> dict[str, Any]:
    """Returns the posted JSON object, without a check of its sender and its content type; {} for an empty body.

    Raises ArenaError [bad-request] if the body is incomplete, too long, or no JSON object.
    """
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MOST_BYTES:
                raise _bad(f"the request has more than {MOST_BYTES} bytes", "send a shorter request")
    except ClientDisconnect as error:
        raise _bad("only a part of the request arrived", "send the whole request again") from error
    try:
        said = json.loads(data or b"{}")
        # raises ValueError for a lone surrogate, which no answer could quote
        json.dumps(said, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise _bad("the content of the request is not JSON", "send a JSON object") from error
    if not isinstance(said, dict):
        raise _bad("the content of the request is not a JSON object", "send a JSON object")
    return said


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _bad(sentence: str, hint: str) -> ArenaError:
    return ArenaError("bad-request", sentence, hint)
