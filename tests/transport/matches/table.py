"""A match between guests (players without a process) on a separate host, in which seats can be handed over to other
players.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Course, Entrant, Match, MatchRecord, replay
from arena.match.rerun import rerun
from arena.protocol.records import decode_record, encode_record
from arena.protocol.v1.arena_pb2 import Turn
from arena.transport import Clock, Finished, Guest, Host, Launch
from arena.transport.clocks.clock import UNHURRIED
from tests.transport.hosting import CALM, GAME, assignment, of_game
from tests.transport.visiting import Manner, Wire

THREE: Final = ("first", "ann", "last")


ANN: Final = 1
"""The index of Ann's seat."""


def entrant(name: str) -> Entrant:
    return Entrant(name, "1", bytes(16))


class Table:
    """A host that plays one match, with methods to hand over seats and to wait until the match has reached a certain
    point.
    """

    def __init__(
        self,
        wires: dict[str, Wire],
        clock: Clock = UNHURRIED,
        substitutes: tuple[str, ...] = (),
        game: Game[Any, Any] = GAME,
    ) -> None:
        self.wires = wires
        self.start = of_game(assignment(1, THREE), game)
        self.id = self.start.spec.id
        if substitutes:
            named = tuple(entrant(name) if name else None for name in substitutes)
            self.start = replace(self.start, substitutes=named)
        self.guests = [Guest(name, wire, clock) for name, wire in wires.items()]
        self.finished: list[Finished] = []
        self.match: Match | None = None
        self._moved = asyncio.Event()
        self.host: Host

    def note(self, match: Match) -> None:
        self.match = match
        self._moved.set()

    async def until(self, condition: Callable[[Match], bool]) -> Match:
        """Waits until the condition holds for the match, and returns the match. Waits for ever if the match ends
        before.
        """
        while self.match is None or not condition(self.match):
            self._moved.clear()
            await self._moved.wait()
        return self.match

    async def hand_over(self, seat: int, name: str) -> None:
        await self.host.hand_over(self.id, seat, entrant(name), f"handed to {name}")


@asynccontextmanager
async def opened(
    manners: dict[str, Manner],
    spares: tuple[Launch, ...] = (),
    clock: Clock = UNHURRIED,
    bots: Clock = CALM,
    substitutes: tuple[str, ...] = (),
    game: Game[Any, Any] = GAME,
) -> AsyncIterator[Table]:
    """Yields a table at which a match is being played; when the context ends, waits until the match is over.

    `manners`: how each guest plays, by its name. `spares`: bots that are started only when they get a seat. `clock`:
    the time of the guests. `bots`: the time of the bots. `substitutes`: for each seat, the name of the player that
    takes it over if its player fails, or "" for nobody.
    """
    table = Table({name: Wire() for name in manners}, clock, substitutes, game)
    visiting = [asyncio.ensure_future(manner(table.wires[name])) for name, manner in manners.items()]
    try:
        async with Host(game, [], bots, 1, table.note, guests=table.guests, spares=spares) as table.host:
            playing = asyncio.create_task(table.host.play([table.start], table.finished.append))
            yield table
            await playing
    finally:
        for one in visiting:
            one.cancel()


def whole(record: MatchRecord, game: Game[Any, Any] = GAME) -> None:
    assert list(replay(record, game))
    assert rerun(record, game) == []
    assert decode_record(encode_record(record)) == record


class Person:
    """A guest that records its choices. It chooses at once if `by_itself` is true, otherwise when the test says so."""

    def __init__(self, by_itself: bool = False, pick: int = 0) -> None:
        self.by_itself = by_itself
        self.pick = pick
        """The index of the legal action to choose. If it is too large, the guest chooses the last legal action."""
        self.chosen: list[int] = []
        self.open: asyncio.Queue[Turn] = asyncio.Queue()
        """The turns that wait until the test lets this guest choose."""
        self.starts = self.ends = 0
        self.wire: Wire

    async def __call__(self, wire: Wire) -> None:
        self.wire = wire
        wire.say_hello()
        while (message := await wire.hear()) and not message.HasField("goodbye"):
            self.starts += len(message.batch.starts)
            self.ends += len(message.batch.ends)
            for turn in message.batch.turns:
                if self.by_itself:
                    self.choose(turn)
                else:
                    self.open.put_nowait(turn)

    def choose(self, turn: Turn) -> None:
        action = turn.legal[min(self.pick, len(turn.legal) - 1)]
        self.chosen.append(action)
        self.wire.choose((turn.turn_id, action))

    def play_on(self) -> None:
        self.by_itself = True
        while not self.open.empty():
            self.choose(self.open.get_nowait())


def by_whom(record: MatchRecord) -> dict[str, list[int]]:
    """Returns the actions of each player, by its name, according to the record."""
    done: dict[str, list[int]] = {}
    steps = list(replay(record, GAME))[1:]
    for number, step in enumerate(steps):
        before = tuple(one for one in record.handovers if one.action_count <= number)
        player = Course(handovers=before).players(record.spec.entrants)[step.seat or 0]
        assert step.action is not None
        done.setdefault(player.name, []).append(step.action)
    return done


def broken(name: str) -> Launch:
    """Returns the launch (command and settings) of a bot that cannot be started."""
    return Launch(name, (), Path(), unfit="its build failed")


async def refused(attempt: Awaitable[None]) -> tuple[str, str]:
    with pytest.raises(ArenaError) as caught:
        await attempt
    return caught.value.code, str(caught.value)
