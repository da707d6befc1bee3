"""The process that estimates a match: what it gets on its standard input, and says on its standard output, is JSON.

Rule: it takes what nobody else wants of the processors, and ends by itself.
"""

import json
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from arena.asking.estimates.playouts import PLAYOUTS, VERSION, estimates
from arena.games.finding import bring
from arena.games.registry import GAMES, create_game
from arena.match import MatchRecord
from arena.protocol.records import decode_record, encode_record

NICEST: Final = 19
LONGEST_S: Final = 600
"""Processor time; a game whose playouts take longer has no estimates."""
RUN: Final = "import sys; sys.path[:] = sys.argv[1:]; from arena.asking.estimates.program import main; main()"


def command() -> list[str]:
    """What runs it, with the modules of this process."""
    return [sys.executable, "-I", "-c", RUN, *sys.path]


def question(record: MatchRecord, components: str) -> bytes:
    """What it is asked: about this match of a game that is known in this process."""
    key = record.spec.game
    asked = {"origin": GAMES[key].origin, "components": components, "record": encode_record(record).hex()}
    return json.dumps(asked).encode()


def main() -> None:
    """Answers one question."""
    _stand_back()
    asked = json.load(sys.stdin)
    sys.stdout.write(answer(decode_record(bytes.fromhex(asked["record"])), asked["components"], asked["origin"]))


def answer(record: MatchRecord, components: str, origin: str = "") -> str:
    """The estimates as docs/replays.md tells them; raises ArenaError."""
    key = record.spec.game
    if key not in GAMES and origin:
        bring(key, origin)
    points: list[Any] = estimates(record, create_game(key, components))
    return json.dumps({"version": VERSION, "playouts": PLAYOUTS, "points": points}, separators=(",", ":"))


def _stand_back() -> None:
    """Lets everybody else go before, in other sessions, too, where Linux shares processors among these first."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_S, LONGEST_S + 1))
    os.nice(NICEST)
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICEST), "ascii")
