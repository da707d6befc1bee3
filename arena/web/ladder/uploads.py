"""Receives an archive: checks its length first, and confirms receipt only after the archive is stored."""

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request

from arena.errors import ArenaError
from arena.ladder.keeping.blobs import Receiving
from arena.ladder.submissions.submissions import demand_size

CHUNK: Final = 1 << 18
LONGEST_NUMBER: Final = 18
"""The maximum number of digits of a Content-Length header."""


def length_of(request: Request) -> int:
    """Returns the length in bytes that the request's Content-Length header announces.

    Raises ArenaError [no-length] if no length is announced, [too-large] if the length exceeds the limit, and
    [bad-request] if the length is 0.
    """
    said = request.headers.get("content-length", "")
    chunked = "transfer-encoding" in request.headers  # then Content-Length has no effect
    if chunked or not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise ArenaError(
            "no-length",
            "the request does not say how many bytes its content has",
            "set the header Content-Length to the size of the archive in bytes, and leave out the header "
            "Transfer-Encoding",
        )
    size = int(said)
    demand_size(size)
    if not size:
        raise ArenaError(
            "bad-request", "the request is empty", "send the archive of a bot as the content of the request"
        )
    return size


async def read_into(receiving: Receiving, request: Request, size: int) -> str:
    """Writes the uploaded archive to the disk and returns its hash.

    Raises ArenaError [bad-request] if the length differs from `size`, and [no-room] if the disk is full or broken.
    """
    waiting = bytearray()
    try:
        async for chunk in request.stream():
            waiting += chunk
            if receiving.size + len(waiting) > size:
                raise ArenaError(
                    "bad-request",
                    "the content of the request has more bytes than its header Content-Length says",
                    "set the header Content-Length to the size of the archive in bytes",
                )
            if len(waiting) >= CHUNK:
                await run_in_threadpool(receiving.write, bytes(waiting))
                waiting.clear()
        await run_in_threadpool(receiving.write, bytes(waiting))
        if receiving.size != size:
            raise ArenaError("bad-request", "only a part of the request arrived", "send the whole request again")
        return await run_in_threadpool(receiving.safe)
    except ClientDisconnect as error:
        raise ArenaError("bad-request", "only a part of the request arrived", "send the whole request again") from error
    except OSError as error:
        raise no_room() from error


def no_room() -> ArenaError:
    """Returns the error [no-room] for a disk that is full or broken."""
    return ArenaError(
        "no-room",
        "this server cannot keep the archive: its disk is full or broken",
        "try again later; nothing was stored",
    )
