"""The readers of bytes from strangers, each as a function that may raise only a refusal.

Rule: whoever writes another reader adds it here, and adds a file that the reader can read to the folder below `corpus/`
with the reader's name. A file that made a reader fail is added to this folder, too.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from starlette.datastructures import Headers
from starlette.requests import Request

from arena.archives.unpacking import unpack_tar
from arena.building.manifest_file import read_manifest_file
from arena.course.handins.content import unpack_bot
from arena.course.handins.downloads import find_hand_ins
from arena.course.people.matching import import_list
from arena.course.people.roster import Roster, read_roster
from arena.errors import ArenaError
from arena.ladder.backups.sums import format_of, sums_in, text_of
from arena.ladder.submissions.contents import unpacked
from arena.protocol.conversation import Conversation, Refusal
from arena.remote.channel import BrokenError
from arena.remote.gate_link import offered
from arena.similarity.sources.fingerprints import fingerprints
from arena.similarity.sources.source_files import read_sources
from arena.web.posted_json import posted
from arena.web.security import Names, name_of
from arena.web.tables.streams import Seen
from leaderboards.store.rows.records import Records
from leaderboards.store.rows.row import Row

CORPUS: Final = Path(__file__).parent / "corpus"
CODES: Final = frozenset(
    (
        "bad-archive",
        "bad-manifest",
        "bad-receipts",
        "bad-request",
        "bad-roster",
        "damaged",
        "no-build-tool",
        "no-manifest",
        "wrong-game",
    )
)
"""The codes of the ArenaErrors that are refusals, because they blame the content that was read."""
TOKEN: Final = "token"
PAGE: Final = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"content-type", b"application/json")]


def _archive(path: Path, folder: Path) -> None:
    unpacked(path, folder / "into")


def _build(path: Path, folder: Path) -> None:
    with path.open("rb") as file:
        unpack_tar(file, folder / "into", "the build", links=True)


def _hand_in(path: Path, folder: Path) -> None:
    unpack_bot(path.read_bytes(), folder / "into", "amber-fox", "verraeter")


def _manifest(path: Path, folder: Path) -> None:
    read_manifest_file(path)[1].demand_known()


def _roster(path: Path, folder: Path) -> None:
    import_list(Roster([]), path, b"key")
    read_roster(path)


def _receipts(path: Path, folder: Path) -> None:
    downloads = folder / "downloads"
    downloads.mkdir()
    path.rename(downloads / "receipts.csv")
    find_hand_ins(downloads, Roster([]), ZoneInfo("Europe/Berlin"))


def _source(path: Path, folder: Path) -> None:
    for name in ("bot.py", "bot.go", "bot.lua"):
        fingerprints(read_sources([(name, path)]).files)


def _bot_message(path: Path, folder: Path) -> None:
    conversation, data = Conversation(TOKEN), path.read_bytes()
    conversation.receive(data)
    conversation.receive(data)


class _Wire:
    """A connection that delivers a single message."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def read(self) -> bytes | None:
        return self._data

    async def write(self, frame: bytes) -> None:
        """Discards the frame."""


def _frame(path: Path, folder: Path) -> None:
    asyncio.run(offered(_Wire(path.read_bytes())))


def _record(path: Path, folder: Path) -> None:
    data = path.read_bytes()
    Records("league.db", b"", b"", 3).match(Row(0, b"", data, data, b""))


def _posted(path: Path, folder: Path) -> None:
    data = path.read_bytes()

    async def receive() -> Mapping[str, object]:
        return {"type": "http.request", "body": data, "more_body": False}

    asyncio.run(posted(Request({"type": "http", "method": "POST", "headers": PAGE}, receive)))  # type: ignore[arg-type]


def _header(path: Path, folder: Path) -> None:
    said = path.read_bytes().decode("latin-1")
    Names().allow(Headers({"host": said}))
    name_of(said)
    Seen.read(said)


def _sums(path: Path, folder: Path) -> None:
    text = text_of(path.read_bytes())
    format_of(text)
    try:
        sums_in(text)
    except ValueError as error:
        raise ArenaError("bad-archive", str(error)) from error


READERS: Final[Mapping[str, Callable[[Path, Path], None]]] = {
    "archive": _archive,
    "bot-message": _bot_message,
    "built": _build,
    "frame": _frame,
    "hand-in": _hand_in,
    "header": _header,
    "manifest": _manifest,
    "posted": _posted,
    "receipts": _receipts,
    "record": _record,
    "roster": _roster,
    "source": _source,
    "sums": _sums,
}
"""The readers by name; each reads a file, and may write to a separate folder."""


def read(name: str, data: bytes, folder: Path) -> str:
    """Lets a reader read the bytes; returns the code of its refusal, or an empty text if it accepts them. For a Refusal
    or a BrokenError, the code is the name of the class.

    Raises any other error of the reader.
    """
    path = folder / "came"
    path.write_bytes(data)
    try:
        READERS[name](path, folder)
    except ArenaError as refused:
        if refused.code not in CODES:
            raise
        return refused.code
    except (Refusal, BrokenError) as refused:
        return type(refused).__name__
    return ""
