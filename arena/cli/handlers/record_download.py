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
"""The pattern of the path of a match's page, of a match's JSON document, or of a league's page. Its groups are the
league's path and the match's number.
"""
MOST_BYTES: Final = 1 << 26
"""The maximum size of a match's document after decompression, in bytes; a larger document is rejected."""


def is_page(place: str) -> bool:
    """Returns whether `place` is the web address of a page; False means that it names results on this machine or in a
    database.
    """
    return place.startswith(("http://", "https://"))


def fetched(address: str) -> tuple[MatchRecord, tuple[Note, ...]]:
    """Downloads a match, and returns its record and notes.

    `address`: the address of the match's page, or URL#NUMBER with the address of the league's page and the match's
    number.

    Raises ArenaError [no-match] if the address names no match, [bad-document] if the answer is not a match's document,
    and the errors of `Server.ask`.
    """
    parts = urlsplit(address)
    found = PAGE.match(parts.path)
    number = found["match"] or parts.fragment if found else ""
    if not found or not re.fullmatch(r"\d{1,12}", number):
        raise ArenaError(
            "no-match",
            f"the address {address} does not name a match",
            "add # and the number of the match to the address of the league's page, for example URL#17 for match 17",
        )
    server = known_server(f"{parts.scheme}://{parts.netloc}")
    return record_in(_document(server, f"{found['league']}/matches/{number}/all.json.gz"))


def _document(server: Server, path: str) -> Any:  # noqa: ANN401  # any JSON value
    data = server.ask("GET", path.lstrip("/"))
    try:
        if data[:2] == b"\x1f\x8b":
            # a longer document is cut, and then fails as JSON
            data = zlib.decompressobj(wbits=31).decompress(data, MOST_BYTES)
        return json.loads(data)
    except (zlib.error, ValueError, RecursionError) as error:
        raise ArenaError(
            "bad-document",
            f"the answer from {server.address}/{path} is not the JSON document of a match: {error}",
            "give the address of a league's page or a match's page on a server that arena serve runs",
        ) from error
