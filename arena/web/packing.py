"""Compresses responses with gzip.

Rule 1: what is the same for many is packed once, and never in the loop's thread.
Rule 2: only what holds no link or token is packed: the length of an answer that has a secret beside words of a stranger
would tell of the secret (BREACH). So the pages of lobbies and of the ladder, and their JSON, go as they are.
Rule 3: what is packed already, and streams, go as they are.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

LEAST: Final = 1000
"""Bytes; fewer fit into one packet anyway."""
LEVEL: Final = 6
"""Higher ones take a multiple of the time for a hundredth of the bytes."""
VARY: Final = "Accept-Encoding"
REFUSED: Final = re.compile(r"q=0(\.0{0,3})?")


@dataclass(frozen=True, slots=True)
class Body:
    """What is answered, plain and packed."""

    plain: bytes
    packed: bytes | None
    """None: it is too short, or packed it is no shorter."""

    @staticmethod
    def of(plain: bytes) -> "Body":
        """Packs it; takes milliseconds for a hundred thousand bytes."""
        packed = gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= LEAST else plain
        return Body(plain, packed if len(packed) < len(plain) else None)

    def answer(
        self, request: Request, media_type: str | None, headers: Mapping[str, str], status: int = 200, tag: str = ""
    ) -> Response:
        """The answer to a request; `tag`: what the content is known by, if a browser may ask whether it has it."""
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
    """Whether an Accept-Encoding header takes gzip; one that is absent takes it from nobody here."""
    weights: dict[str, bool] = {}
    for entry in accepted.lower().split(","):
        coding, _, weight = entry.partition(";")
        weights[coding.strip()] = not REFUSED.fullmatch(weight.strip())
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", False)))


def has(asked: str, tag: str) -> bool:
    """Whether an If-None-Match header names this content, in either form."""
    named = {entry.strip().removeprefix("W/") for entry in asked.split(",")}
    return not named.isdisjoint({"*", f'"{tag}"', f'"{tag}-gzip"'})
