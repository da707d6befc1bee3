"""Compresses responses with gzip.

Rule 1: a response that many clients get is compressed once. No response is compressed in the event loop's thread,
because the server would meanwhile answer nobody.
Rule 2: a response with a secret, such as a token or a link that contains one, is not compressed. If it also contains
text that another person has chosen, its compressed length can reveal the secret (the BREACH attack). So the pages of
lobbies and of the ladder, and their JSON, are sent uncompressed.
Rule 3: files that are compressed already are not compressed again, and streams are not compressed.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

LEAST: Final = 1000
"""The length in bytes below which a response is not compressed; it fits into one network packet anyway."""
LEVEL: Final = 6
"""The compression level of gzip; a higher level would take several times as long, and make a response only a hundredth
shorter.
"""
VARY: Final = "Accept-Encoding"
REFUSED: Final = re.compile(r"q=0(\.0{0,3})?")


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a response, uncompressed and compressed."""

    plain: bytes
    packed: bytes | None
    """The compressed body; None if the uncompressed body is short, or if compression does not shorten it."""

    @staticmethod
    def of(plain: bytes) -> "Body":
        """Returns a body with its compressed form. Compression takes milliseconds for a hundred thousand bytes."""
        packed = gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= LEAST else plain
        return Body(plain, packed if len(packed) < len(plain) else None)

    def answer(
        self, request: Request, media_type: str | None, headers: Mapping[str, str], status: int = 200, tag: str = ""
    ) -> Response:
        """Returns the response to a request: compressed if the client accepts gzip, status 304 if the client's copy is
        current.

        `tag`: the content's ETag; if empty, clients cannot ask whether their copy is current.
        """
        vary = f"{headers['Vary']}, {VARY}" if "Vary" in headers else VARY
        packed = self.packed if accepts_gzip(request.headers.get("accept-encoding", "")) else None
        told = {**headers, "Vary": vary}
        if tag:
            told["ETag"] = f'"{tag}-gzip"' if packed is not None else f'"{tag}"'
            if has(request.headers.get("if-none-match", ""), tag):
                return Response(status_code=304, headers=told)
        if packed is None:
            return Response(self.plain, status, told, media_type)
        return Response(packed, status, told | {"Content-Encoding": "gzip"}, media_type)


def accepts_gzip(accepted: str) -> bool:
    """Returns whether an Accept-Encoding header allows gzip; False for an absent or empty header."""
    weights: dict[str, bool] = {}
    for entry in accepted.lower().split(","):
        coding, _, weight = entry.partition(";")
        weights[coding.strip()] = not REFUSED.fullmatch(weight.strip())
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", False)))


def has(asked: str, tag: str) -> bool:
    """Returns whether an If-None-Match header contains `*`, or this ETag with or without the ending `-gzip`."""
    named = {entry.strip().removeprefix("W/") for entry in asked.split(",")}
    return not named.isdisjoint({"*", f'"{tag}"', f'"{tag}-gzip"'})
