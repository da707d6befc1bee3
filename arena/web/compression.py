"""Compresses responses with gzip.

Rule 1: a response that many clients get is compressed once, and never in the event loop's thread.
Rule 2: responses with links or tokens are not compressed. If a response has a secret next to text that a stranger
chose, its compressed length reveals the secret (the attack BREACH). So the pages and JSON of lobbies and of the ladder
are sent uncompressed.
Rule 3: streams and files that are compressed already are sent unchanged.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

LEAST: Final = 1000
"""The minimum size of a body to be compressed, in bytes; a smaller one fits into one network packet anyway."""
LEVEL: Final = 6
"""The compression level of gzip; a higher level takes several times as long and saves only a hundredth of the bytes."""
VARY: Final = "Accept-Encoding"
REFUSED: Final = re.compile(r"q=0(\.0{0,3})?")


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a response, in its plain and its compressed form."""

    plain: bytes
    packed: bytes | None
    """The compressed body; None if the plain body is short or compression does not make it shorter."""

    @staticmethod
    def of(plain: bytes) -> "Body":
        """Returns a body with its compressed form; compressing a hundred thousand bytes takes some milliseconds."""
        packed = gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= LEAST else plain
        return Body(plain, packed if len(packed) < len(plain) else None)

    def answer(
        self, request: Request, media_type: str | None, headers: Mapping[str, str], status: int = 200, tag: str = ""
    ) -> Response:
        """Returns the response to a request: compressed if the client accepts gzip, or an empty 304 if its copy is
        current.

        `tag`: the content's ETag. If it is empty, browsers cannot ask whether their copy is current.
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
    """Whether an Accept-Encoding header allows gzip; False for an absent or empty header."""
    weights: dict[str, bool] = {}
    for entry in accepted.lower().split(","):
        coding, _, weight = entry.partition(";")
        weights[coding.strip()] = not REFUSED.fullmatch(weight.strip())
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", False)))


def has(asked: str, tag: str) -> bool:
    """Returns whether an If-None-Match header names the content with this ETag, in its plain or compressed form."""
    named = {entry.strip().removeprefix("W/") for entry in asked.split(",")}
    return not named.isdisjoint({"*", f'"{tag}"', f'"{tag}-gzip"'})
