"""The process that estimates a match: it reads JSON from its standard input, and writes JSON to its standard output.

Rule: the process runs at the lowest priority, and ends by itself after a limit of processor time.
"""

import json
import sys
from typing import Any, Final

from arena.asking.estimates.playouts import PLAYOUTS, VERSION, estimates
from arena.games.finding import bring
from arena.games.registry import GAMES, create_game
from arena.match import MatchRecord
from arena.protocol.records import decode_record, encode_record

LONGEST_S: Final = 600
"""The most processor time for one match, in seconds; a match that needs more gets no estimates."""
RUN: Final = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from arena.system.processes.priority import take_what_is_left; take_what_is_left(int(sys.argv[1])); "
    "from arena.asking.estimates.program import main; main()"
)
"""The Python code of the estimating process. It lowers the process's priority before it loads the other modules,
because loading them takes a large share of the time of a short estimate.
"""


def command() -> list[str]:
    """Returns the command that runs the estimating process, with the module search path of the present process."""
    return [sys.executable, "-I", "-c", RUN, str(LONGEST_S), *sys.path]


def question(record: MatchRecord, components: str) -> bytes:
    """Returns the JSON input of the estimating process for a match.

    `components`: the game's component data, such as point tables, as TOML text. The present process must have
    registered the match's game.
    """
    key = record.spec.game
    asked = {"origin": GAMES[key].origin, "components": components, "record": encode_record(record).hex()}
    return json.dumps(asked).encode()


def main() -> None:
    """Reads a match as JSON from standard input, and writes its estimates to standard output."""
    asked = json.load(sys.stdin)
    sys.stdout.write(answer(decode_record(bytes.fromhex(asked["record"])), asked["components"], asked["origin"]))


def answer(record: MatchRecord, components: str, origin: str = "") -> str:
    """Returns the estimates of a match as JSON in the format of docs/replays.md; raises ArenaError if the match cannot
    be replayed.

    `components`: the game's component data, such as point tables, as TOML text. `origin`: the game's
    `Entry.origin`, from which to load the game if this process has not registered it.
    """
    key = record.spec.game
    if key not in GAMES and origin:
        bring(key, origin)
    points: list[Any] = estimates(record, create_game(key, components))
    return json.dumps({"version": VERSION, "playouts": PLAYOUTS, "points": points}, separators=(",", ":"))
