"""Measures whole leagues of random bots, with real processes, protocol and store, and compares them with a bare stream
that is measured in the same run.

The speed of a league is the number of its bots' decisions per second. The beginning of the league does not count,
because its processes are still starting then. The end does not count, because fewer matches are in flight then. The
main result is the ratio of this speed to the speed of `bare_stream`. A second ratio compares the CPU time of a decision
with that of an exchange in the bare stream. This ratio is meaningful even while the machine does other work.
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean

from arena.building.building import build
from arena.building.house import MANIFEST, house_bots
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.games.registry import DEFAULT_GAME
from arena.league.league import League
from arena.league.league_file import read_league
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from arena.league.settings import PROCESS
from arena.sandbox.box import UNCONFINED, Box
from benchmarks.leagues.bare_stream import measure as bare_stream
from benchmarks.leagues.fastchess import measure as fastchess
from benchmarks.report import Ratio, report
from benchmarks.speed import Speed, mean, used_us
from leaderboards.store import PlayedStore

TARGETS = {"python": 36.0, "rust": 55.0}
"""The least ratio of the speed of a league to that of the bare stream, by the language of the bots."""
OTHER_GAMES = {"rust": 20.0}
"""`TARGETS` for a league in a game other than `DEFAULT_GAME`."""
ONE_IN_FLIGHT = 0.8
FASTCHESS = 10.0
BOTS = 4
SETTLED = 5
"""The divisor for the beginning of a league: the first 1/SETTLED of its matches do not count."""
LONG_FLIGHT = 64
"""The least number of matches in flight for each worker at which a league plays all rounds of the option `--rounds`.
With fewer matches in flight, a league plays proportionally fewer rounds, but at least `ONE_IN_FLIGHT_ROUNDS`.
"""
ONE_IN_FLIGHT_ROUNDS = 60
"""The least number of rounds of a league, however few matches are in flight."""


def random_bot(language: str = "python") -> Manifest:
    """Returns the manifest of the arena's random bot in a language, after building the bot."""
    return build(read_manifest(house_bots() / language / "random" / MANIFEST))


def league_of_random_bots(folder: Path, rounds: int, bot: Manifest | None = None, game: str = DEFAULT_GAME) -> League:
    """Returns a league of copies of the random bot; writes the bots and the league's files below `folder`."""
    bot = bot or random_bot()
    tables = []
    for number in range(BOTS):
        own = folder / f"random-{number}"
        shutil.copytree(bot.folder, own, ignore=shutil.ignore_patterns("__pycache__", "target", ".*"))
        program, *rest = bot.command
        if "/" in program:  # the built program is outside the bot's folder, but a bot must contain all its files
            shutil.copy(bot.launch().command[0], own / "program")
            program = "./program"
        told = ", ".join(f'"{part}"' for part in (program, *rest))
        (own / MANIFEST).write_text(f'name = "random-{number}"\ncommand = [{told}]\n', "utf-8")
        tables.append(f'[[bots]]\nmanifest = "random-{number}"\n')
    file = folder / "bench.toml"
    file.write_text(f'game = "{game}"\nrounds = {rounds}\nseed = 1\n{"".join(tables)}', "utf-8")
    return read_league(file)


def measure(
    rounds: int,
    workers: int,
    in_flight: int,
    bot: Manifest | None = None,
    box: Box = UNCONFINED,
    *,
    game: str = DEFAULT_GAME,
    recall: str = PROCESS,
    look: Callable[[], None] = lambda: None,
) -> Speed:
    """Plays a league; returns its decisions a second, and the CPU time of a decision.

    Calls `look` once, when half of the league is played.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        league = replace(league_of_random_bots(folder, rounds, bot, game), box=box, recall=recall)
        store = PlayedStore.create(folder / "league.db", league)
        began: list[tuple[float, float, int]] = []
        ended: list[tuple[float, float, int]] = []
        looked: list[bool] = []

        def full(progress: Progress) -> int:
            """Returns the number of stored matches at which as many matches are left as may be in flight."""
            return progress.total - workers * in_flight

        def watch(progress: Progress) -> None:
            settled = SETTLED * progress.stored >= progress.total
            if settled and not began:
                began.append((time.perf_counter(), used_us(), progress.stored))
            elif began and not ended and progress.stored >= max(full(progress), began[0][2] + 1):
                ended.append((time.perf_counter(), used_us(), progress.stored))
            if 2 * progress.stored >= progress.total and not looked:
                looked.append(True)
                look()

        run_league(league, store, workers, in_flight, watch)
        decisions = [len(match.record.actions) for match in store.matches()]
        store.close()
    (from_s, from_us, first), (to_s, to_us, last) = began[0], ended[0]
    counted = fmean(decisions) * (last - first)
    return Speed(counted / (to_s - from_s), (to_us - from_us) / counted)


def decisions_per_second(
    rounds: int,
    workers: int,
    in_flight: int,
    box: Box = UNCONFINED,
    *,
    recall: str = PROCESS,
    look: Callable[[], None] = lambda: None,
) -> float:
    """Plays a league of bots in Python as `measure` does; returns its decisions a second."""
    return measure(rounds, workers, in_flight, box=box, recall=recall, look=look).per_s


class Rows:
    """The rows of the report, measured one after another, each between two measurements of the bare stream."""

    def __init__(self) -> None:
        self.figures: dict[str, float] = {}
        self.ratios: list[Ratio] = []
        self._bare = bare_stream()

    def measure(self, name: str, target: float | None, what: Callable[[], Speed]) -> Speed:
        """Calls `what` to measure a speed, adds it to the report as row `name` with its target, and
        returns the speed.
        """
        speed, before = what(), self._bare
        self._bare = bare_stream()
        bare = mean([before, self._bare])
        self.figures |= {f"{name}, a second": speed.per_s, f"{name}, CPU microseconds": speed.cpu_us}
        self.figures |= {"bare stream, a second": bare.per_s, "bare stream, CPU microseconds": bare.cpu_us}
        self.ratios += [
            Ratio(f"{name} / bare stream", speed.per_s / bare.per_s, target),
            Ratio(f"{name}: CPU of the bare stream / its own", bare.cpu_us / speed.cpu_us),
        ]
        return speed


def main() -> None:
    """Measures all rows of the report, and reports them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME, help="a key")
    parser.add_argument("--rounds", type=int, default=4_000, help="four matches each, of Connect Four twelve")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--in-flight", type=int, nargs="+", default=[1, 16, 64, 256, 1024, 2048])
    parser.add_argument("--languages", nargs="+", default=list(TARGETS), help="of the random bots")
    parser.add_argument("--best-only", action="store_true", help="only one in flight, and the largest setting of each")
    parser.add_argument("--fastchess", type=Path, metavar="PATH", help="a fastchess binary, to be measured as well")
    parser.add_argument("--engines", type=Path, nargs=2, metavar="PATH", help="for it: two that move at once")
    arguments = parser.parse_args()
    if bool(arguments.fastchess) != bool(arguments.engines):
        parser.error("--fastchess and --engines belong together: the binary, and two engines for it")
    most = (max(arguments.workers), max(arguments.in_flight))
    settings = [(workers, flight) for workers in arguments.workers for flight in arguments.in_flight]
    targets = TARGETS if arguments.game == DEFAULT_GAME else OTHER_GAMES
    rows, best = Rows(), 0.0
    for language in arguments.languages:
        try:
            bot = random_bot(language)
        except ArenaError as error:
            print(f"no league of random bots in {language}: {error.message}; {error.hint}")
            continue
        for workers, flight in [(1, 1), most] if arguments.best_only else settings:
            rounds = max(ONE_IN_FLIGHT_ROUNDS, arguments.rounds * min(flight, LONG_FLIGHT) // LONG_FLIGHT)
            name = f"{language}, {workers} workers, {flight} in flight"
            target = {most: targets.get(language), (1, 1): ONE_IN_FLIGHT}.get((workers, flight))
            speed = rows.measure(name, target, partial(measure, rounds, workers, flight, bot, game=arguments.game))
            best = max(best, speed.per_s)
    if arguments.fastchess:
        chess = rows.measure(
            "fastchess", None, partial(fastchess, arguments.fastchess, arguments.engines, max(arguments.workers))
        )
        rows.ratios.append(Ratio("best league / fastchess", best / chess.per_s, FASTCHESS))
    report("league", rows.figures, rows.ratios)


if __name__ == "__main__":
    main()
