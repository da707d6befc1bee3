"""The process that estimates a match: it reads JSON from its standard input, and writes JSON to its standard output.

Rule: it uses only processor time that nobody else wants, and ends by itself.
"""

import json
import sys
from typing import Any, Final

from arena.asking.estimates.playouts import PLAYOUTS, VERSION, estimates
from arena.games.outside_games import bring
from arena.games.registry import GAMES, create_game
from arena.match import MatchRecord
from arena.protocol.records import decode_record, encode_record
from arena.system.processes.priority import take_what_is_left

LONGEST_S: Final = 600
"""Most seconds of processor time for one match; a match whose playouts take longer has no estimates."""
RUN: Final = "import sys; sys.path[:] = sys.argv[1:]; from arena.asking.estimates.program import main; main()"


def command() -> list[str]:
    """The command that runs the estimating process, with this process's module path."""
    return [sys.executable, "-I", "-c", RUN, *sys.path]


def question(record: MatchRecord, components: str) -> bytes:
    """The JSON that the estimating process reads for a match; the match's game must be known in this process."""
    key = record.spec.game
    asked = {"origin": GAMES[key].origin, "components": components, "record": encode_record(record).hex()}
    return json.dumps(asked).encode()


def main() -> None:
    """Reads a match as JSON from standard input, and writes its estimates to standard output."""
    take_what_is_left(LONGEST_S)
    asked = json.load(sys.stdin)
    sys.stdout.write(answer(decode_record(bytes.fromhex(asked["record"])), asked["components"], asked["origin"]))


def answer(record: MatchRecord, components: str, origin: str = "") -> str:
    """The estimates of a match as JSON, as docs/replays.md describes it; raises ArenaError."""
    key = record.spec.game
    if key not in GAMES and origin:
        bring(key, origin)
    points: list[Any] = estimates(record, create_game(key, components))
    return json.dumps({"version": VERSION, "playouts": PLAYOUTS, "points": points}, separators=(",", ":"))
