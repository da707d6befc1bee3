"""Small and quick ladders for tests, and functions that observe them."""

import json
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from arena.ladder.accounts.people import find_person
from arena.ladder.accounts.tokens import Kind, exchange, make_link, whose
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS, RESULTS
from leaderboards.store import Store
from tests.installed import arena_command
from tests.ladder.archives import MANIFEST, archive
from tests.ladder.working import hand_in, states, work
from tests.web.ladder.authors import Author

LONG_S: Final = 600.0
"""The most seconds to wait until a bot is built, checked and playing, even on a busy machine."""
LADDER: Final = """game = "{game}"
seats = {seats}
recall = "process"

[clock]
bank_ms = 600_000
increment_ms = 10_000
startup_ms = 300_000
"""
"""The settings of a ladder, with a generous clock, so that no bot fails because the machine is busy."""
HOUSE: Final = {"verraeter": (3, ("calm", "quiet", "still")), "hetverraad": (2, ("calm", "quiet"))}
PAUSE_S: Final = 0.01
"""The pause in seconds of a house bot before each choice. Without pauses, the bots would take the processor from the
server.
"""
CALM_S: Final = 0.03
"""A longer pause in seconds of a house bot before each choice, for ladders that play during a whole test.

A house bot with at least this pause plays up to two matches at the same time, instead of four. A change of bots then
waits for fewer matches.
"""
BOT: Final = """from time import sleep

from arena.bot import Bot, Turn, run


class First(Bot):
    def choose(self, turn: Turn) -> int:
        if "{fails_with}":
            print("{fails_with}", flush=True)
            raise RuntimeError("{fails_with}")
        sleep({pause_s})
        return turn.legal[0]


run(First, max_matches={matches})
"""


def quick_ladder(folder: Path, game: str = "verraeter", pause_s: float = PAUSE_S) -> None:
    """Writes the file of a ladder, and its two or three house bots, for a service with this folder. The ladder has the
    name of its game.

    `game`: a key of HOUSE; `pause_s`: the pause in seconds of each house bot before a choice.
    """
    seats, bots = HOUSE[game]
    path = folder / LADDERS / f"{game}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = LADDER.format(game=game, seats=seats)
    for bot in bots:
        own = folder.parent / "house" / bot
        own.mkdir(parents=True, exist_ok=True)
        for name, content in _files(bot, pause_s=pause_s).items():
            (own / name).write_text(content)
        text += f"\n[[bots]]\nmanifest = {json.dumps(str(own))}\n"
    path.write_text(text)


def first_bot(name: str, version: str = "1", fails_with: str = "") -> bytes:
    """Returns the archive of a bot that chooses the first legal action. If `fails_with` is not empty, the bot prints
    this text and fails instead.
    """
    return archive(_files(name, version, fails_with))


def _files(name: str, version: str = "1", fails_with: str = "", pause_s: float = 0) -> dict[str, str]:
    program = BOT.format(fails_with=fails_with, pause_s=pause_s, matches=2 if pause_s >= CALM_S else 4)
    return {"bot.toml": MANIFEST.format(name=name, version=version), "bot.py": program}


def told(author: Author, number: int) -> Any:
    """Returns the description of a submission that its author gets from the server."""
    return author.get(f"/ladder/submissions/{number}.json").json


def plays(author: Author, number: int, matches: int = 1) -> bool:
    """Returns whether a submission plays in a ladder now, and has played at least this number of matches there."""
    one = told(author, number)
    assert one["state"] != "rejected", one["log"]
    return any(standing["matches"] >= matches and standing["plays"] for standing in one["ladders"])


def stored(folder: Path, ladder: str) -> int:
    """Returns the number of stored matches of a ladder."""
    with suppress(Exception):
        store = Store.open(str(folder / RESULTS / ladder))
        try:
            return store.count()
        finally:
            store.close()
    return 0


def stay_of(folder: Path, ladder: str, name: str) -> tuple[int, int | None]:
    """Returns the number of a bot's stored matches in a ladder, and the first block of the schedule without the bot.

    The second value is None if the bot has not left the ladder. Both values are read from the stored results, without
    a server.
    """
    with suppress(Exception), closing(Store.open(str(folder / RESULTS / ladder))) as store:
        own = [member for member in store.field().members if member.name == name]
        matches = sum(any(one.name == name for one in match.record.spec.entrants) for match in store.matches())
        return matches, own[0].stays[-1].left if own else None
    return 0, None


def verified(folder: Path, ladder: str) -> Any:
    """Returns the JSON output of `arena verify` for a ladder that is not being played; fails if the command fails."""
    command = [*arena_command(), "verify", str(folder / RESULTS / ladder), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return json.loads(ended.stdout)


def enter(folder: Path, name: str, bot: bytes) -> int:
    """Hands in a bot for the person `name`, and examines the bot until it is active; returns the submission's number.

    The test must use the fixture `quick`, with which checks pass at once, and must not run a server meanwhile.
    """
    with closing(Ladder(folder)) as ladder:
        with ladder.base.writing() as connection:
            link = make_link(connection, find_person(connection, name), 7, ladder.now_ms(), "test")
            made = exchange(connection, link, Kind.COMMAND, ladder.now_ms())
            assert made
            who = whose(connection, made[1], ladder.now_ms())
        assert who
        number = hand_in(ladder, who, bot).number
        work(ladder)
        assert states(ladder, number)[-1] == "active"
    return number
