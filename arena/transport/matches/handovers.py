"""Changes the players of seats during a match: a new player takes the seat of an old one (a handover).

Rule 1: the old player plays on until the new player is connected. If the old player has failed, the match waits
instead.
Rule 2: if the old player owes an answer at the handover, the new player receives the unanswered turn. A late answer of
the old player is ignored, and is no fault.
Rule 3: each player has its own clock at a seat. A player that returns to a seat continues with the clock that it had
there.
Rule 4: if the old player fails before the new one is connected, this failure is recorded as the reason of the handover,
in place of the reason that was given when the handover was requested.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.match import Entrant, FaultKind
from arena.transport.crew.slot import Slot
from arena.transport.matches.flight import Playing


@dataclass(frozen=True, slots=True)
class Loss:
    """The reason why a seat has lost its player. If no other player takes the seat, the seat forfeits, and this reason
    is recorded as the fault.
    """

    kind: FaultKind
    detail: str
    output: str


@dataclass(slots=True, eq=False)
class Promise:
    """The promise that `player` replaces the present player of a seat as soon as `player` is connected."""

    playing: Playing
    seat: int
    player: Entrant
    detail: str
    """The reason of the handover, in a sentence for people."""
    loss: Loss | None
    """The reason why the seat lost its present player; None while the player still has the seat."""
    kept: asyncio.Future[None]
    """The future that is done when the player has the seat. Cancelling it gives up the handover, unless the seat has
    lost its present player.
    """


class Handovers:
    """The handovers (changes of a seat's player) that a host has promised, but not yet done."""

    def __init__(
        self,
        slots: Mapping[str, Slot],
        on_moved: Callable[[Playing], None],
        on_failed: Callable[[Playing, int, str, Loss], None],
    ) -> None:
        """`on_moved`: called with a match after a handover in it is done, and after each call of `on_failed`.

        `on_failed`: called if a seat has lost its player, and the promised bot cannot take the seat. Its arguments are
        the match, the seat, the name of the promised bot's slot, and the reason of the loss.
        """
        self.waiting: list[Promise] = []
        self._slots = slots
        self._on_moved = on_moved
        self._on_failed = on_failed

    def promise(self, playing: Playing, seat: int, player: Entrant, detail: str) -> asyncio.Future[None]:
        """Promises the seat to `player`, in place of an earlier promise; returns a future that is done when `player`
        has the seat.

        Raises ArenaError [no-seat], [no-bot], [forfeited] or [seated] if the player can never take the seat.
        """
        self._demand(playing, seat, player)
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        promise = Promise(playing, seat, player, detail, None, kept)
        if other := self._of(playing, seat):
            promise.loss = other.loss
            promise.detail = other.loss.detail if other.loss else detail
            self._break(other, f"seat {seat} was promised to {player.name} instead of {other.player.name}")
        now = playing.players[seat]
        if now and now.name == playing.slot_of(player):
            kept.set_result(None)
        else:
            self.waiting.append(promise)
        return kept

    def bridge(self, playing: Playing, seat: int, name: str, loss: Loss) -> bool:
        """Returns whether another player will take the seat of the failed player of this name; if so, removes the
        failed player from the seat.
        """
        if seat in playing.match.forfeited:
            return False
        promise = self._of(playing, seat)
        if promise is None and (substitute := playing.substitute(seat, name)):
            kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            promise = Promise(playing, seat, substitute, loss.detail, loss, kept)
            self.waiting.append(promise)
        if promise is None:
            return False
        if promise.loss is None:
            promise.loss, promise.detail = loss, loss.detail
        playing.vacate(seat)
        return True

    def settle(self) -> None:
        """Gives each promised seat to its new player if that player is connected and can play another match. Causes the
        start of promised players that are not connected.

        A promise ends without a handover if the promised bot is withdrawn from the arena. A promise whose future was
        cancelled ends, too, if the seat still has its present player.
        """
        for promise in list(self.waiting):
            if promise in self.waiting:  # an earlier promise may have ended the match
                self._try(promise)

    def forget(self, playing: Playing) -> None:
        """Gives up the promised handovers (changes of a seat's player) in a match that is over."""
        for promise in [one for one in self.waiting if one.playing is playing]:
            self._break(
                promise, f"match {playing.match.spec.id.hex()} was over before {promise.player.name} had started"
            )

    def close(self) -> None:
        """Gives up all promised handovers (changes of a seat's player), because the host is closed."""
        for promise in list(self.waiting):
            self._break(promise, f"the arena was stopped before {promise.player.name} had started")

    def _demand(self, playing: Playing, seat: int, player: Entrant) -> None:
        """Raises ArenaError [no-seat], [no-bot], [forfeited] or [seated] if this player can never take the seat."""
        match, name = playing.match, playing.slot_of(player)
        if seat not in range(len(playing.players)):
            last = len(playing.players) - 1
            raise ArenaError("no-seat", f"seat {seat} does not exist in this match", f"give a seat from 0 to {last}")
        if name not in self._slots:
            names = ", ".join(sorted(slot.member.name for slot in self._slots.values()))
            raise ArenaError(
                "no-bot",
                f"the bot {player.name}, which should take seat {seat}, does not exist in this arena",
                f"name one of these bots: {names}",
            )
        if seat in match.forfeited:
            raise ArenaError(
                "forfeited",
                f"seat {seat} has forfeited the match, so no other bot can take this seat",
                "name a seat that has not forfeited",
            )
        at = playing.seat_of(name)
        if at not in (None, seat):
            raise ArenaError(
                "seated",
                f"{player.name} cannot take seat {seat}, because this bot plays at seat {at} of the match",
                "name another bot",
            )

    def _of(self, playing: Playing, seat: int) -> Promise | None:
        return next((one for one in self.waiting if (one.playing, one.seat) == (playing, seat)), None)

    def _try(self, promise: Promise) -> None:
        playing, seat, loss = promise.playing, promise.seat, promise.loss
        name = playing.slot_of(promise.player)
        slot = self._slots[name]
        if promise.kept.cancelled() and not loss:
            self.waiting.remove(promise)
        elif slot.conduct.withdrawn:
            self._break(promise, f"{promise.player.name} cannot take seat {seat}: {slot.conduct.withdrawn}")
            if loss:
                self._on_failed(playing, seat, name, loss)
                self._on_moved(playing)
        elif (playing.seat_of(name) == seat and not slot.trouble.done()) or slot.has_room():
            self.waiting.remove(promise)
            self._seat(promise, slot)

    def _seat(self, promise: Promise, slot: Slot) -> None:
        playing, seat = promise.playing, promise.seat
        assert slot.player
        if before := playing.players[seat]:
            before.withdraw(playing.number)
            self._slots[before.name].rest()
        playing.take_seat(seat, slot.player)
        playing.match.hand_over(seat, promise.player, promise.detail)
        if not promise.kept.done():
            promise.kept.set_result(None)
        self._on_moved(playing)

    def _break(self, promise: Promise, sentence: str) -> None:
        self.waiting.remove(promise)
        if not promise.kept.done():
            promise.kept.set_exception(ArenaError("not-handed-over", sentence, "hand the seat to another bot"))
            promise.kept.exception()  # marks the error as seen, because not every caller waits for it
