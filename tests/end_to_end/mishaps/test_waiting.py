"""Tests that a running league names the bots that it is waiting for: bots that hang, and bots that are slow to
start.
"""

from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from arena.league.league_file import read_league
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from leaderboards.store import PlayedStore
from tests.end_to_end.processes import write_bot, write_league

BOT: Final = """
import time
from arena.bot import Bot, run

{slow_start}

class Hung(Bot):
    def choose(self, turn):
        while {hangs}:
            time.sleep(0.1)
        return turn.legal[0]

run(Hung)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "program", [BOT.format(slow_start="", hangs=True), BOT.format(slow_start="time.sleep(5)", hangs=False)]
)
def test_a_bot_that_keeps_a_league_waiting_is_named_and_nobody_else_for_long(tmp_path: Path, program: str) -> None:
    for name in ("ann", "ben"):
        write_bot(tmp_path, name)
    write_bot(tmp_path, "hung", program)
    path = write_league(tmp_path, 1, "ann", "ben", "hung")
    with path.open("a") as file:
        file.write("[clock]\nbank_ms = 2500\nincrement_ms = 0\n")
    longest: dict[str, float] = {}

    def on_progress(progress: Progress) -> None:
        for bot, seconds in progress.waiting().items():
            longest[bot] = max(seconds, longest.get(bot, 0))

    league = read_league(path)
    with closing(PlayedStore.create(tmp_path / "league.db", league)) as store:
        progress = run_league(league, store, 1, 16, on_progress)
    assert progress.stored == 3
    # the bot hangs for its whole bank of 2.5 s; 1 s, because the progress is not reported all the time
    assert longest["hung"] > 1
    assert longest["hung"] == max(longest.values())
    assert progress.waiting() == {}
