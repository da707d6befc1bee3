"""Measures fastchess, a tournament program for chess engines in C++, to compare it with the arena's leagues.

The user supplies the binary and the engines; docs/performance.md says how to get them.
"""

import re
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.speed import Speed, used_us

ROUNDS = 1_000
"""The number of rounds; two games are played in each."""
PLIES = re.compile(r'\[PlyCount "(\d+)"\]')


def measure(fastchess: Path, engines: list[Path], concurrency: int, rounds: int = ROUNDS) -> Speed:
    """Plays games between two engines; returns the moves a second, and the CPU time of a move.

    Both figures include the start of all processes.
    """
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.pgn"
        players = (f"-engine cmd={engine.resolve()} name={number}" for number, engine in enumerate(engines))
        command = [
            str(fastchess.resolve()),
            *" ".join(players).split(),
            *f"-each tc=60+1 -rounds {rounds} -games 2 -concurrency {concurrency} -pgnout file={games}".split(),
        ]
        began_s, began_us = time.perf_counter(), used_us()
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        spent_s, spent_us = time.perf_counter() - began_s, used_us() - began_us
        moves = sum(map(int, PLIES.findall(games.read_text("utf-8"))))
    return Speed(moves / spent_s, spent_us / moves)
