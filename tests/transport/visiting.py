"""Guests for tests, which are players without a process: their streams of messages within this process, and their
behaviour.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from arena.match import Match
from arena.protocol.conversation import PROTOCOL_VERSION, Refusal
from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Choices, Hello, Turn
from arena.transport import Assignment, Clock, Finished, Guest, Host, Launch
from tests.transport.hosting import CALM, GAME, Outcome, assignment, run


class Wire:
    """A stream of messages between the arena and a guest within this process; it has the methods of both ends."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._heard: asyncio.Queue[ArenaMessage | None] = asyncio.Queue()
        self.refusal: Refusal | None = None

    # The arena's end of the stream.

    async def read(self) -> bytes | None:
        return await self._said.get()

    async def write(self, data: bytes) -> None:
        self._heard.put_nowait(ArenaMessage.FromString(data))

    async def refuse(self, refusal: Refusal) -> None:
        self.refusal = refusal
        self._heard.put_nowait(None)

    # The guest's end.

    def say(self, message: BotMessage | bytes | None) -> None:
        """Sends any message of the guest to the arena; None ends the guest's messages."""
        self._said.put_nowait(message.SerializeToString() if isinstance(message, BotMessage) else message)

    def say_hello(self, **changes: object) -> None:
        hello = {"protocol_version": PROTOCOL_VERSION, "name": "guest", "max_matches": 8, **changes}
        self.say(BotMessage(hello=Hello(**hello)))  # type: ignore[arg-type]

    def choose(self, *chosen: tuple[int, int]) -> None:
        """Answers turns with actions; each argument is the id of a turn and the chosen action."""
        self.say(BotMessage(choices=Choices(turn_ids=[turn for turn, _ in chosen], actions=[one for _, one in chosen])))

    async def hear(self) -> ArenaMessage | None:
        """Returns the arena's next message; None if the arena has refused the guest."""
        return await self._heard.get()

    async def turns(self) -> list[Turn]:
        """Returns the turns of the next batch that contains turns; empty if the arena has sent Goodbye or has refused
        the guest.
        """
        while (message := await self.hear()) and not message.HasField("goodbye"):
            if message.batch.turns:
                return list(message.batch.turns)
        return []


Manner = Callable[[Wire], Awaitable[None]]
"""The behaviour of a guest: a function that sends and receives the guest's messages."""


async def behaves(wire: Wire) -> None:
    """Plays as a guest that always chooses the first legal action, until the arena sends Goodbye."""
    wire.say_hello()
    while turns := await wire.turns():
        wire.choose(*((turn.turn_id, turn.legal[0]) for turn in turns))


def receive(
    manners: Mapping[str, Manner],
    assignments: Callable[[], Iterable[Assignment]],
    launches: Sequence[Launch] = (),
    clocks: dict[str, Clock] | None = None,
    clock: Clock = CALM,
    on_progress: Callable[[Match], None] | None = None,
    in_flight: int = 4,
    on_finished: Callable[[Finished], None] = lambda _: None,
    game: Any = GAME,
) -> tuple[Outcome, dict[str, Wire]]:
    """Plays all assigned matches on a host with guests; returns the results and each guest's stream, by name.

    `manners`: the behaviour of each guest, by name. `launches`: the bots. `clock`: the time of the bots. `clocks`: the
    time of guests, by name; the other guests have the default clock of `Guest`.
    """

    async def live() -> tuple[Outcome, dict[str, Wire]]:
        wires = {name: Wire() for name in manners}
        guests = [Guest(name, wire, **_own(clocks, name)) for name, wire in wires.items()]
        finished: list[Finished] = []

        def told(one: Finished) -> None:
            finished.append(one)
            on_finished(one)

        async with AsyncExitStack() as stack:
            for name, wire in wires.items():
                visiting = asyncio.ensure_future(manners[name](wire))
                stack.callback(visiting.cancel)
            host = await stack.enter_async_context(Host(game, launches, clock, in_flight, on_progress, guests=guests))
            await host.play(assignments(), told)
            withdrawn = host.withdrawn()
        return Outcome(sorted(finished, key=lambda one: one.record.spec.id), withdrawn), wires

    return run(live())


def play_beside_guests(
    launches: Sequence[Launch], tables: Sequence[Sequence[str]], clock: Clock = CALM, in_flight: int = 1
) -> Outcome:
    """Plays matches between bots and well-behaved guests, which need no process; returns the results.

    `tables`: for each match, the names of the players in the order of their seats. The players that are not in
    `launches` are guests.
    """
    started = {launch.name for launch in launches}
    manners = dict.fromkeys(sorted({name for table in tables for name in table} - started), behaves)
    assignments = [assignment(number, names) for number, names in enumerate(tables)]
    return receive(manners, lambda: assignments, launches, clock=clock, in_flight=in_flight)[0]


def _own(clocks: dict[str, Clock] | None, name: str) -> dict[str, Clock]:
    return {"clock": clocks[name]} if clocks and name in clocks else {}
