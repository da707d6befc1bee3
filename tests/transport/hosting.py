"""Helpers for tests that play matches between bots and examine the results."""

import asyncio
import sys
import time
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match import Entrant, FaultKind, MatchSpec
from arena.protocol.turns import Wants
from arena.transport import Assignment, Clock, Finished, Host, Launch
from arena.transport.clocks.clock import Heartbeat
from arena.transport.clocks.player_clock import PlayerClock
from arena.transport.streams.player import NOTHING, Player

Result = TypeVar("Result")

ROOT = Path(__file__).resolve().parents[2]
GAME = create_game("verraeter")
CALM = Clock(bank_ms=20_000, increment_ms=0, startup_ms=20_000)
"""A clock with more time than any bot needs in these tests."""
LIMIT_S = 110
"""The limit in seconds on the run of a host; a host that takes longer counts as hung."""


class Lateness(Heartbeat):
    """A heartbeat that reports `total_ns`, a number that the test sets, as the arena's own delay."""

    def __init__(self) -> None:
        super().__init__(lambda: None)
        self.total_ns = 0

    def late_ns(self, _: int) -> int:
        return self.total_ns


def player_of(
    name: str, max_matches: int, clock: Clock = CALM, heartbeat: Heartbeat | None = None, wants: Wants = NOTHING
) -> Player:
    """Returns a player (the arena's side of a bot) without a stream to a bot. `heartbeat` measures how late the arena
    itself is; without it, the arena is never late.
    """
    return Player(name, max_matches, PlayerClock(clock, heartbeat or Lateness()), wants)


class Outcome(NamedTuple):
    """The results of a host's matches."""

    finished: list[Finished]
    """The finished matches, in the order of their numbers."""
    withdrawn: dict[str, str]

    def faults(self, name: str) -> list[tuple[FaultKind, str, str] | None]:
        """Returns the kind, detail and output of the bot's fault in each of its matches; None for a match without a
        fault.
        """
        told: list[tuple[FaultKind, str, str] | None] = []
        for finished in self.finished:
            record = finished.record
            names = [entrant.name for entrant in record.spec.entrants]
            if name not in names:
                continue
            seat = names.index(name)
            fault = next((fault for fault in record.faults if fault.seat == seat), None)
            told.append((fault.kind, fault.detail, fault.output) if fault else None)
        return told


def miniature(name: str, called: str = "") -> Launch:
    """Returns the launch (command and settings) of the miniature `name`, a small bot for tests. The bot plays under the
    name `called`, or under `name` if `called` is empty.
    """
    return Launch(called or name, (sys.executable, "../run.py"), ROOT / "tests" / "miniatures" / name)


def by_hand(name: str) -> Launch:
    """Returns the launch (command and settings) of a miniature, a small bot for tests, that sends HTTP/2 frames without
    a library.
    """
    return Launch(name, (sys.executable, "../run_by_hand.py"), ROOT / "tests" / "miniatures" / name)


def random_bot(called: str) -> Launch:
    """Returns the launch (command and settings) of the random bot that the arena ships, under the name `called`."""
    return Launch(called, (sys.executable, "bot.py"), ROOT / "bots" / "python" / "random")


def assignment(number: int, names: Sequence[str]) -> Assignment:
    """Returns a match between these bots; its number determines all random values."""
    spec = MatchSpec(
        id=number.to_bytes(16, "big"),
        game="verraeter",
        rules_version=GAME.info.rules_version,
        edition=GAME.info.editions[number % len(GAME.info.editions)],
        components=bytes(16),
        deal=number.to_bytes(16, "big"),
        entrants=tuple(Entrant(name, "1", bytes(16)) for name in names),
    )
    return Assignment(spec, tuple(1_000 * number + seat for seat in range(len(names))))


def of_game(assignment: Assignment, game: Game[Any, Any]) -> Assignment:
    """Returns the same match, but of another game."""
    info = game.info
    spec = replace(assignment.spec, game=info.key, rules_version=info.rules_version, edition=info.editions[0])
    return replace(assignment, spec=spec)


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine and returns its result. Raises TimeoutError after LIMIT_S seconds."""
    return asyncio.run(asyncio.wait_for(coroutine, LIMIT_S))


def play(
    launches: Sequence[Launch],
    tables: Sequence[Sequence[str]],
    clock: Clock = CALM,
    in_flight: int = 1,
) -> Outcome:
    """Starts a host, plays its matches, stops it, and returns the results.

    `tables`: for each match, the names of the bots in the order of their seats. `in_flight`: the maximum number of
    matches at a time.
    """

    async def live() -> Outcome:
        finished: list[Finished] = []
        async with Host(GAME, launches, clock, in_flight) as host:
            await host.play((assignment(number, names) for number, names in enumerate(tables)), finished.append)
            withdrawn = host.withdrawn()
        return Outcome(sorted(finished, key=lambda one: one.record.spec.id), withdrawn)

    return run(live())


def processes(home: Path) -> Iterator[int]:
    """Yields the numbers of the processes that the bots have written to their home folder."""
    noted = home / "processes"
    return map(int, noted.read_text().split()) if noted.exists() else iter(())


def running(number: int) -> bool:
    """Returns whether a process is running. A process that has ended, but whose parent has not collected it yet, does
    not count as running.
    """
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except (FileNotFoundError, ProcessLookupError):
        return False


def left_running(home: Path) -> list[int]:
    """Returns the numbers of the bots' processes that are still running; waits up to 5 seconds for their end."""
    numbers = list(processes(home))
    until = time.monotonic() + 5
    while any(map(running, numbers)) and time.monotonic() < until:
        time.sleep(0.01)
    return [number for number in numbers if running(number)]
