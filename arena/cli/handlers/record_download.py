"""Downloads the record of a match, given the address of its page."""

import json
import re
import zlib
from typing import Any, Final
from urllib.parse import urlsplit

from arena.cli.server import Server, known_server
from arena.errors import ArenaError
from arena.match import MatchRecord, Note
from arena.match.replay_reader import record_in

PAGE: Final = re.compile(r"^(?P<league>.*?)(?:/matches/(?P<match>\d{1,12})(?:\.html|/all\.json\.gz)?|/index\.html|/)?$")
"""Matches the path of a match's page, of its JSON document, or of its league's page.

The groups are the league's path and the match's number.
"""
MOST_BYTES: Final = 1 << 26
"""The maximum size of a match's document after decompression, in bytes."""


def is_page(place: str) -> bool:
    """Returns whether `place` is the address of a page; False if it names results on this machine or in a database."""
    return place.startswith(("http://", "https://"))


def fetched(address: str) -> tuple[MatchRecord, tuple[Note, ...]]:
    """Downloads and returns the record and the notes of the match at `address`.

    The address is that of the match's page, or that of its league's page followed by #MATCH. Raises ArenaError
    [no-match], [bad-document], and the errors of `Server.ask`.
    """
    parts = urlsplit(address)
    found = PAGE.match(parts.path)
    number = found["match"] or parts.fragment if found else ""
    if not found or not re.fullmatch(r"\d{1,12}", number):
        raise ArenaError(
            "no-match",
            f"{address} names no match",
            "put the number of the match after the address of its league's page, as URL#17",
        )
    server = known_server(f"{parts.scheme}://{parts.netloc}")
    return record_in(_document(server, f"{found['league']}/matches/{number}/all.json.gz"))


def _document(server: Server, path: str) -> Any:  # noqa: ANN401  # JSON is anything
    data = server.ask("GET", path.lstrip("/"))
    try:
        if data[:2] == b"\x1f\x8b":
            data = zlib.decompressobj(wbits=31).decompress(data, MOST_BYTES)  # a cut document is no JSON
        return json.loads(data)
    except (zlib.error, ValueError, RecursionError) as error:
        raise ArenaError(
            "bad-document",
            f"{server.address}/{path} is not a document of a match: {error}",
            "check that the address is right",
        ) from error
