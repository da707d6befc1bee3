"""Ladders that play, small and quick, and who looks on."""

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
"""A bot is built, checked and played among others on a machine that is busy."""
LADDER: Final = """game = "{game}"
seats = {seats}
recall = "process"

[clock]
bank_ms = 600_000
increment_ms = 10_000
startup_ms = 300_000
"""
"""Nothing here is to fail because the machine is busy."""
HOUSE: Final = {"verraeter": (3, ("calm", "quiet", "still")), "hetverraad": (2, ("calm", "quiet"))}
PAUSE_S: Final = 0.01
"""For each choice of a bot of the house. Bots that never pause for thought take the processor from all that is served
beside, and play more in a second than a page reads in ten, for it rests while others play. Nor do they begin more
matches at once than end soon.
"""
CALM_S: Final = 0.03
"""The same, where a ladder plays as long as something else takes; such bots play fewer matches at once, so that what
waits for a match to end waits for few others.
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
    """A ladder of a few bots in the folder of a service, called as its game."""
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
    """A bot that chooses the first legal action, or prints something and fails."""
    return archive(_files(name, version, fails_with))


def _files(name: str, version: str = "1", fails_with: str = "", pause_s: float = 0) -> dict[str, str]:
    program = BOT.format(fails_with=fails_with, pause_s=pause_s, matches=2 if pause_s >= CALM_S else 4)
    return {"bot.toml": MANIFEST.format(name=name, version=version), "bot.py": program}


def told(author: Author, number: int) -> Any:
    """What an author is told of a submission."""
    return author.get(f"/ladder/submissions/{number}.json").json


def plays(author: Author, number: int, matches: int = 1) -> bool:
    """Whether it has played so many matches in a ladder in which it is."""
    one = told(author, number)
    assert one["state"] != "rejected", one["log"]
    return any(standing["matches"] >= matches and standing["plays"] for standing in one["ladders"])


def stored(folder: Path, ladder: str) -> int:
    """How many matches of a ladder are durable."""
    with suppress(Exception):
        store = Store.open(str(folder / RESULTS / ladder))
        try:
            return store.count()
        finally:
            store.close()
    return 0


def stay_of(folder: Path, ladder: str, name: str) -> tuple[int, int | None]:
    """How many durable matches a bot of a ladder has played, and the block at which it has left, if it has.

    It is read from the results: what a server tells of them, it reckons anew at each look.
    """
    with suppress(Exception), closing(Store.open(str(folder / RESULTS / ladder))) as store:
        own = [member for member in store.field().members if member.name == name]
        matches = sum(any(one.name == name for one in match.record.spec.entrants) for match in store.matches())
        return matches, own[0].stays[-1].left if own else None
    return 0, None


def verified(folder: Path, ladder: str) -> Any:
    """What `arena verify` says of a ladder that nobody plays; it must find all in order."""
    command = [*arena_command(), "verify", str(folder / RESULTS / ladder), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return json.loads(ended.stdout)


def enter(folder: Path, name: str, bot: bytes) -> int:
    """The number of a bot of somebody that was handed in and is active, where checks pass at once; nobody serves."""
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
