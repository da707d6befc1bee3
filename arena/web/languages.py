"""Determines the language of a response: the language in the address, or else the language that the browser prefers.

Rule: all languages have the same pages at the same relative addresses. So links keep the chosen language, and the
browser need not store it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.errors import ArenaError
from arena.web.response_log import REFUSAL
from leaderboards.pages.texts import DEFAULT, languages
from leaderboards.pages.translated_messages import complaint, said

CHOSEN: Final = "arena.language"


class Language(NamedTuple):
    """The language of a response; its name is a code such as "de"."""

    name: str
    chosen: bool
    """Whether the address names the language; False if the browser's preference determined it."""


class Chosen:
    """Middleware that removes the language from the beginning of an address; the rest of the address is the same in all
    languages.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stores the address's language in the scope, removes it from the path, and passes the request on."""
        if scope["type"] == "http":
            word, slash, rest = scope["path"].removeprefix("/").partition("/")
            if slash and word in languages():
                scope["path"], scope[CHOSEN] = f"/{rest}", word
        await self._app(scope, receive, send)


def language_of(request: Request) -> Language:
    """Returns the language in which to answer a request."""
    if chosen := request.scope.get(CHOSEN):
        return Language(chosen, chosen=True)
    return Language(wanted(request.headers.get("accept-language", "")[:200]), chosen=False)


def refusal_of(request: Request, error: ArenaError) -> dict[str, str]:
    """Returns an error as the JSON values of a refusal: its code, for programs, and its sentences in the request's
    language.
    """
    request.scope[REFUSAL] = error.code
    told = complaint(error, language_of(request).name)
    return {"code": error.code, "message": told.message, "hint": told.hint, "language": told.language}


def told_in(told: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Returns the JSON values of a table, with the sentences `reason` and `trouble` translated.

    A sentence without a translation remains English. The new value `trouble_language` is the language of `trouble`.
    """
    reason, trouble = said(told["reason"], language), said(told["trouble"], language)
    return {**told, "reason": reason.text, "trouble": trouble.text, "trouble_language": trouble.language}


@lru_cache
def wanted(accepted: str) -> str:
    """Returns the supported language that an Accept-Language header prefers; DEFAULT if the header names no supported
    one.
    """
    there = languages()
    liked: list[tuple[float, int, str]] = []
    for place, entry in enumerate(accepted.split(",")):
        tag, _, weight = entry.strip().partition(";q=")
        language = tag.partition("-")[0].lower()
        if language in there:
            liked.append((-_weight(weight), place, language))
    return min(liked)[2] if liked and min(liked)[0] < 0 else DEFAULT


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
