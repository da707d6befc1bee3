"""Serves assets, such as scripts and style sheets.

An asset's address contains a hash of all assets' content, so browsers may cache the asset without a time limit.
"""

import mimetypes
import re
from functools import cache
from hashlib import blake2b
from typing import Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.web.compression import Body
from leaderboards.pages.assets import asset, asset_names, content_hash
from leaderboards.pages.files.joined_files import together, together_names
from leaderboards.pages.site import no_page

HASH: Final = re.compile("[0-9a-f]{16}")
"""A pattern for the hash at the beginning of an asset's address; it may be the hash of an earlier release's assets."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASKED_AGAIN: Final = "no-cache"


class Asset(NamedTuple):
    """An asset and its ETag, ready to be sent."""

    body: Body
    tag: str


class Assets:
    """All assets of the server, each read and compressed once."""

    def __init__(self) -> None:
        self._assets = _assets()
        self._content_hash = content_hash()

    async def answer(self, request: Request) -> Response:
        """Returns the response with the asset at a request's path; raises ArenaError [no-page] if there is no such
        asset.

        A page that was loaded before an update of the server requests assets with an older hash; these requests get the
        present versions of the assets.
        """
        path: str = request.path_params["path"]
        first, _, rest = path.partition("/")
        name = rest if HASH.fullmatch(first) else path
        if name in together_names():
            body, tag = await run_in_threadpool(_together, name)
        elif name in self._assets:
            body, tag = self._assets[name]
        else:
            raise no_page(f"assets/{path}")
        headers = {"Cache-Control": FOR_GOOD if first == self._content_hash else ASKED_AGAIN}
        return body.answer(request, mimetypes.guess_type(name)[0], headers, tag=tag)


@cache
def _together(name: str) -> Asset:
    """Returns several assets joined into the one file that a page loads; it is made at the first request."""
    return _asset(together(name))


@cache
def _assets() -> dict[str, Asset]:
    """Returns all assets by name; they are loaded once in each process."""
    return {name: _asset(asset(name)) for name in asset_names()}


def _asset(text: bytes) -> Asset:
    return Asset(Body.of(text), blake2b(text, digest_size=8).hexdigest())
