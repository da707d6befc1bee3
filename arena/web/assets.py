"""Assets, as a browser gets them: below the hash of their content for good, else to be asked for again."""

import mimetypes
import re
from hashlib import blake2b
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from leaderboards.pages.assets import asset, asset_names, content_hash
from leaderboards.pages.site import no_page

HASH: Final = re.compile("[0-9a-f]{16}")
"""What `content_hash` gives, now or before."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASKED_AGAIN: Final = "no-cache"


class Assets:
    """All of them, read once."""

    def __init__(self) -> None:
        self._texts = {name: asset(name) for name in asset_names()}
        self._tags = {name: f'"{blake2b(text, digest_size=8).hexdigest()}"' for name, text in self._texts.items()}
        self._content_hash = content_hash()

    def answer(self, request: Request) -> Response:
        """The file of a path; raises the page [no-page] of one that is not there.

        A page that was loaded before the server was renewed names another hash, and gets what there is now.
        """
        path: str = request.path_params["path"]
        first, _, rest = path.partition("/")
        name = rest if HASH.fullmatch(first) else path
        if name not in self._texts:
            raise no_page(f"assets/{path}")
        tag = self._tags[name]
        headers = {"Cache-Control": FOR_GOOD if first == self._content_hash else ASKED_AGAIN, "ETag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(self._texts[name], media_type=mimetypes.guess_type(name)[0], headers=headers)
