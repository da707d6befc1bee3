"""Plays the match of a table: bots take part as processes, people through their browsers.

A person whose browser disconnects keeps the seat, and a turn that is open stays open. A person leaves the match only by
an explicit action.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol

from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Course, Entrant, Match, MatchRecord, MatchSpec
from arena.protocol.conversation import PROTOCOL_VERSION, Refusal
from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Choices, Hello
from arena.tables.facts import BACK, GIVEN
from arena.transport import Assignment, Clock, Finished, Guest, Host, Launch
from arena.transport.clocks.clock import UNHURRIED

MS_PER_S: Final = 1000
FAILED: Final = "not-handed-over"


@dataclass(frozen=True, slots=True)
class Person:
    """A person at a seat of a match, with the bot that can replace the person."""

    bank_ms: int | None
    """The person's remaining time in ms; None for no limit."""
    substitute: Manifest
    """The bot that can replace the person; its process is started only when it takes over the seat."""
    player: Entrant
    """The substitute bot as an entrant of the match."""
    given: bool
    """Whether the substitute bot now plays for the person."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """All data with which a match begins, or continues after an interruption."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """The random seed for the bot at each seat."""
    seats: Sequence[Manifest | Person]
    course: Course
    """The actions, faults and handovers (changes of a seat's player) of the match so far."""


class Owed(NamedTuple):
    """A choice that a person must make now."""

    bank_ms: int | None
    """The person's remaining time for the whole match in ms; None without a clock."""


class Told(Protocol):
    """The callbacks through which a match reports to its table; called in the event loop, so they must not block."""

    def progressed(self, match: Match) -> None:
        """Called when the match begins, and after each choice, fault or handover (a change of a seat's player)."""

    def asked(self) -> None:
        """Called when a person must make a choice."""

    def not_given(self, seat: int) -> None:
        """Called when the substitute bot cannot play for the person at this seat."""

    def finished(self, record: MatchRecord) -> None:
        """Called when the match is over."""

    def failed(self, error: BaseException) -> None:
        """Called when the match cannot continue now, by no fault of its players."""


class Chair:
    """The arena's connection to a person at a table. The match host, which plays the match, sends turns and receives
    choices through it, as through a bot's connection.
    """

    def __init__(self, told: Told, *, timed: bool) -> None:
        self._told, self._timed = told, timed
        self._said: asyncio.Queue[bytes] = asyncio.Queue()
        self._turn_id: int | None = None
        self._bank_ms = 0
        self._asked_s = 0.0
        self._say(BotMessage(hello=Hello(protocol_version=PROTOCOL_VERSION, name="person", max_matches=1)))

    async def read(self) -> bytes | None:
        """Waits for the person's next message, and returns it; never returns None."""
        return await self._said.get()

    async def write(self, data: bytes) -> None:
        """Receives a message from the match host. A turn in it becomes the person's open turn; everything else is
        ignored.
        """
        for turn in ArenaMessage.FromString(data).batch.turns:
            self._turn_id, self._bank_ms, self._asked_s = turn.turn_id, turn.bank_ms, time.monotonic()
            self._told.asked()

    async def refuse(self, refusal: Refusal) -> None:
        """Reports that the match has failed, because the match host has refused a message from this chair."""
        self._told.failed(ArenaError("arena", refusal.sentence))

    def owed(self) -> Owed | None:
        """The choice that the person must make now; None if there is none."""
        if self._turn_id is None:
            return None
        spent_ms = int((time.monotonic() - self._asked_s) * MS_PER_S)
        return Owed(max(0, self._bank_ms - spent_ms) if self._timed else None)

    def choose(self, action: int) -> None:
        """Answers the open turn with this action; does nothing if no turn is open."""
        if self._turn_id is not None:
            self._say(BotMessage(choices=Choices(turn_ids=[self._turn_id], actions=[action])))
            self._turn_id = None

    def clear(self) -> None:
        """Discards the person's open turn; called after a change of the seat's player."""
        self._turn_id = None

    def _say(self, message: BotMessage) -> None:
        self._said.put_nowait(message.SerializeToString())


class Playing:
    """A match in progress at a table, with its people and bots."""

    def __init__(
        self, game: Game[Any, Any], beginning: Beginning, told: Told, launch: Callable[[Manifest], Launch]
    ) -> None:
        self._game, self._beginning, self._told, self._launch = game, beginning, told, launch
        self._people = {seat: who for seat, who in enumerate(beginning.seats) if isinstance(who, Person)}
        self._chairs = {seat: Chair(told, timed=who.bank_ms is not None) for seat, who in self._people.items()}
        self._handed = len(beginning.course.handovers)
        self._wanted = {seat: who.given for seat, who in self._people.items()}
        """The requested handovers (changes of a seat's player), by seat: True if the person's substitute should play,
        False if the person should play. An entry is removed when the request is passed to the match host.
        """
        self._host: Host | None = None
        """The object that plays the match with the bots; None until the match has begun."""
        self._asking: set[asyncio.Task[None]] = set()
        self._over = False
        self._task = asyncio.create_task(self._play())

    def owed(self, seat: int) -> Owed | None:
        """Returns the choice that the person at this seat must make now; None if there is none."""
        return self._chairs[seat].owed()

    def choose(self, seat: int, action: int) -> None:
        """Answers the open turn of the person at this seat with this action; does nothing if no turn is open."""
        self._chairs[seat].choose(action)

    def hand_over(self, seat: int, *, given: bool) -> None:
        """Requests a handover (a change of the seat's player).

        `given`: True for the substitute bot, which plays once it is ready; False for the person.
        """
        self._wanted[seat] = given
        if self._host:
            self._ask(self._host)

    async def stop(self) -> None:
        """Ends the match, and waits until it has ended."""
        if not self._over:
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _play(self) -> None:
        beginning, finished = self._beginning, list[Finished]()
        names = [entrant.name for entrant in beginning.spec.entrants]
        bots = [
            self._launch(replace(who, name=name))
            for name, who in zip(names, beginning.seats, strict=True)
            if isinstance(who, Manifest)
        ]
        people = self._people
        spares = [self._launch(replace(who.substitute, name=who.player.name)) for who in people.values()]
        guests = [Guest(names[seat], chair, _clock(people[seat])) for seat, chair in self._chairs.items()]
        substitutes = tuple(people[seat].player if seat in people else None for seat in range(len(names)))
        assignment = Assignment(beginning.spec, beginning.seeds, course=beginning.course, substitutes=substitutes)
        try:
            async with Host(
                self._game,
                bots,
                Clock(),
                in_flight=1,
                on_progress=lambda match: self._progressed(match, host),
                guests=guests,
                spares=spares,
            ) as host:
                await host.play([assignment], finished.append)
                self._over = True
                self._told.finished(finished[0].record)
        except Exception as error:  # noqa: BLE001  # every error is reported at the table
            self._told.failed(error)
        finally:
            for task in self._asking:
                task.cancel()

    def _progressed(self, match: Match, host: Host) -> None:
        for handover in match.handovers[self._handed :]:
            if chair := self._chairs.get(handover.seat):
                chair.clear()  # the seat's new player will get the turn again
        self._handed = len(match.handovers)
        self._told.progressed(match)
        if self._host is None and match.actor is not None:
            self._host = host
            players = match.course().players(match.spec.entrants)
            self._wanted = {
                seat: given
                for seat, given in self._wanted.items()
                if given != (players[seat] == self._people[seat].player)
            }
            self._ask(host)

    def _ask(self, host: Host) -> None:
        """Passes all requested handovers (changes of a seat's player) to the match host."""
        while self._wanted:
            task = asyncio.create_task(self._hand_over(host, *self._wanted.popitem()))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _hand_over(self, host: Host, seat: int, given: bool) -> None:
        spec, person = self._beginning.spec, self._people[seat]
        player, why = (person.player, GIVEN) if given else (spec.entrants[seat], BACK)
        try:
            await host.hand_over(spec.id, seat, player, why)
        except ArenaError as error:
            if given and not self._over and error.code == FAILED and person.player.name in host.withdrawn():
                self._told.not_given(seat)


def _clock(person: Person) -> Clock:
    """Returns a clock for the match host with the person's remaining time, or with no limit if `bank_ms` is None."""
    return UNHURRIED if person.bank_ms is None else replace(UNHURRIED, bank_ms=max(1, person.bank_ms))
