"""The estimates that one server has made: each is made once, and kept beside the results of its match.

Rule 1: one match is estimated at a time, in a process of its own with low priority.
Rule 2: a kept file may be removed, and is made again at the next request; a file in another form counts as removed.
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
from arena.files.reading import read_text
from arena.files.whole import write_whole
from arena.match import MatchRecord
from arena.system.processes.children import forget, start_own

FOLDER: Final = "estimates"
"""The folder of the estimates, beside the results."""
MOST_OPEN: Final = 8
"""The most matches that may be open at a time: the one being estimated, and those that wait for it."""
MOST_KEPT: Final = 256
"""Most matches whose estimates are kept in memory."""
NONE: Final = json.dumps({"version": VERSION, "playouts": PLAYOUTS, "points": []}, separators=(",", ":"))
"""The JSON answered for a match that cannot be estimated: it has no points."""


class Wanted(NamedTuple):
    """A finished match for which a viewer wants estimates."""

    record: MatchRecord
    components: str
    results: Path | None
    """The folder with the match's results, where the estimates are kept too; None if the match is not stored in a
    folder.
    """

    def name(self) -> str:
        """The file name of the estimates, which includes the versions of the rules and of the method."""
        spec = self.record.spec
        return f"{spec.id.hex()}-{spec.rules_version}-{VERSION}.json"


class Estimated:
    """Makes and caches the estimates for one server; all methods must be called in one event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._open: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def ask(self, wanted: Wanted) -> str | None:
        """The estimates of a match as JSON; None while they are being made. Raises ArenaError [busy]."""
        name = wanted.name()
        if name not in self._kept and name not in self._open and (text := await asyncio.to_thread(_read, wanted)):
            self._keep(name, text)
        if name in self._kept:
            return self._kept[name]
        if name not in self._open:
            if len(self._open) >= MOST_OPEN:
                raise ArenaError(
                    "busy", f"{len(self._open)} matches are being estimated, which is the limit", "ask again in a while"
                )
            self._open[name] = asyncio.create_task(self._make(name, wanted))
        return None

    async def close(self) -> None:
        """Cancels the estimates being made, and waits until their tasks have ended; their work is lost."""
        for task in self._open.values():
            task.cancel()
        await asyncio.gather(*self._open.values(), return_exceptions=True)

    async def _make(self, name: str, wanted: Wanted) -> None:
        try:
            async with self._turn:
                text = await _made(wanted)
            self._keep(name, text or NONE)
            if text and wanted.results:
                with suppress(ArenaError):  # no room, or no right to write there: it is kept in memory only
                    await asyncio.to_thread(write_whole, {wanted.results / FOLDER / name: text})
        finally:
            del self._open[name]

    def _keep(self, name: str, text: str) -> None:
        self._kept[name] = text
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


async def _made(wanted: Wanted) -> str:
    """The output of the estimating process; empty if it fails, for example because the rules have changed."""
    process = start_own(
        lambda: subprocess.Popen(command(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)  # noqa: S603  # our own
    )
    try:
        said, _ = await asyncio.to_thread(process.communicate, question(wanted.record, wanted.components))
    finally:
        process.kill()  # in case nobody waits for it any more
        process.wait()
        forget(process.pid)
    return said.decode() if process.returncode == 0 else ""


def _read(wanted: Wanted) -> str:
    """The estimates kept on the disk; empty if there are none."""
    if not wanted.results:
        return ""
    try:
        text = read_text(wanted.results / FOLDER / wanted.name(), "not-results")
        return text if _is_of(wanted.record, json.loads(text)) else ""
    except (ArenaError, ValueError, RecursionError):
        return ""


def _is_of(record: MatchRecord, told: Any) -> bool:  # noqa: ANN401  # whatever JSON holds
    """Whether a JSON value has the form of estimates of this match, made by the present version of the method."""
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
