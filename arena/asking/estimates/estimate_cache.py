"""The cache in which a server stores its estimates of each seat's share of the win in finished matches. The server
estimates each match once, and stores the estimates next to the match's results.

Rule 1: the server estimates one match at a time, in a separate process with low priority.
Rule 2: anybody may remove a file of estimates. If a file is missing or has an unknown format, the server makes the
estimates again when a viewer requests them.
"""

import asyncio
import json
import subprocess
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import Any, Final, NamedTuple

from arena.asking.estimates.playouts import PLAYOUTS, VERSION, steps_of
from arena.asking.estimates.program import command, question
from arena.errors import ArenaError
from arena.files.text_files import read_text
from arena.files.whole import write_whole
from arena.match import MatchRecord
from arena.system.processes.children import forget, start_own

FOLDER: Final = "estimates"
"""The name of the folder for the estimates, inside the folder of results."""
MOST_OPEN: Final = 8
"""The most matches with unfinished estimates: the match being estimated now, and the matches that wait for their turn.
A request for a further match fails with [busy].
"""
MOST_KEPT: Final = 256
"""The most matches for which the server keeps the estimates in memory."""
NONE: Final = json.dumps({"version": VERSION, "playouts": PLAYOUTS, "points": []}, separators=(",", ":"))
"""The JSON response for a match that cannot be estimated; its list of points is empty."""


class Wanted(NamedTuple):
    """A request of a viewer for the estimates of a finished match."""

    record: MatchRecord
    components: str
    results: Path | None
    """The folder with the match's results, which also stores the estimates; None if the match is not stored in a
    folder.
    """

    def name(self) -> str:
        """Returns the file name of the estimates, which includes the versions of the game's rules and of the estimating
        method.
        """
        spec = self.record.spec
        return f"{spec.id.hex()}-{spec.rules_version}-{VERSION}.json"


class Estimated:
    """Makes and caches the estimates for one server; all methods must be called in one event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._open: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def ask(self, wanted: Wanted) -> str | None:
        """Returns the estimates of a match as JSON. If there are none, starts to make them, and returns None until they
        are finished.

        Returns NONE for a match that cannot be estimated. Raises ArenaError [busy].
        """
        name = wanted.name()
        if name not in self._kept and name not in self._open and (text := await asyncio.to_thread(_read, wanted)):
            self._keep(name, text)
        if name in self._kept:
            return self._kept[name]
        if name not in self._open:
            if len(self._open) >= MOST_OPEN:
                raise ArenaError(
                    "busy",
                    f"the server cannot estimate each seat's chance to win in this match now, because "
                    f"{len(self._open)} other matches are waiting for their estimates, which is the limit",
                    "repeat the request in a minute",
                )
            self._open[name] = asyncio.create_task(self._make(name, wanted))
        return None

    async def close(self) -> None:
        """Cancels all unfinished estimates, and waits until their tasks have ended; their work so far is lost."""
        for task in self._open.values():
            task.cancel()
        await asyncio.gather(*self._open.values(), return_exceptions=True)

    async def _make(self, name: str, wanted: Wanted) -> None:
        try:
            async with self._turn:
                text = await _made(wanted)
            self._keep(name, text or NONE)
            if text and wanted.results:
                with suppress(ArenaError):  # the disk is full or not writable: the estimate stays in memory only
                    await asyncio.to_thread(write_whole, {wanted.results / FOLDER / name: text})
        finally:
            del self._open[name]

    def _keep(self, name: str, text: str) -> None:
        self._kept[name] = text
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


async def _made(wanted: Wanted) -> str:
    """Returns the output of the estimating process; empty if the process fails, for example because the game's
    rules have changed since the match.
    """
    process = start_own(
        lambda: subprocess.Popen(command(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)  # noqa: S603  # our own command
    )
    try:
        said, _ = await asyncio.to_thread(process.communicate, question(wanted.record, wanted.components))
    finally:
        process.kill()  # if this task was cancelled, the process may still run
        process.wait()
        forget(process.pid)
    return said.decode() if process.returncode == 0 else ""


def _read(wanted: Wanted) -> str:
    """Returns the estimates stored on the disk as JSON; empty if there are none, or if they are not valid."""
    if not wanted.results:
        return ""
    try:
        text = read_text(wanted.results / FOLDER / wanted.name(), "not-results")
        return text if _is_of(wanted.record, json.loads(text)) else ""
    except (ArenaError, ValueError, RecursionError):
        return ""


def _is_of(record: MatchRecord, told: Any) -> bool:  # noqa: ANN401  # any JSON value
    """Returns whether `told` has the form of this match's estimates: the present VERSION, the right steps, and a share
    for each seat.
    """
    match told:
        case {"version": version, "playouts": int(), "points": list(points), **more} if version == VERSION and not more:
            steps, seats = steps_of(len(record.actions)), len(record.spec.entrants)
            return len(points) == len(steps) and all(map(_is_point, points, steps, [seats] * len(steps)))
    return False


def _is_point(point: Any, step: int, seats: int) -> bool:  # noqa: ANN401  # as above
    match point:
        case [number, [*shares]]:
            return bool(number == step and len(shares) == seats and all(map(_is_share, shares)))
    return False


def _is_share(share: Any) -> bool:  # noqa: ANN401  # as above
    return isinstance(share, float) and 0 <= share <= 1
