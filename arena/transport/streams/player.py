"""A player: the arena's view of a bot process, with its open turns.

Batches are natural: whatever queues up while the bot is thinking goes out together as soon as it has answered all it
was asked; in many matches, few turns may wait for more. With one in flight that is a plain exchange of turn and choice.
"""

import asyncio
from typing import Final

from arena.protocol.conversation import Refusal
from arena.protocol.turns import Wants
from arena.transport.clocks.player_clock import PlayerClock
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.outbox import Outbox

MANY_MATCHES: Final = 256
"""A bot that is in so many waits for no more turns than it has: in fewer, others would soon have nothing to do."""
LITTLE: Final = 6
"""Turns in less than one of so many matches are few."""
ALL_SENT: Final = 1 << 62
NOTHING: Final = Wants()
LAST_TURN_ID: Final = (1 << 32) - 1
"""That the protocol's field holds."""


class OpenTurn:
    """What the turns of one seat in one match are about, of which at most one is not answered."""

    __slots__ = ("clock", "match", "seat")

    def __init__(self, match: int, seat: int, clock: SeatClock) -> None:
        self.match = match
        """The number of the match."""
        self.seat = seat
        self.clock = clock


class Player:
    """One bot on one stream."""

    __slots__ = (
        "_expired",
        "_outbox",
        "_turn_count",
        "_turns_waiting",
        "_unsent_from",
        "batch_ready",
        "clock",
        "matches",
        "max_matches",
        "name",
        "open_turns",
        "wants",
        "writing",
    )

    def __init__(self, name: str, max_matches: int, clock: PlayerClock, wants: Wants = NOTHING) -> None:
        self.name = name
        self.wants = wants
        self.max_matches = max_matches
        self.clock = clock
        self.matches: set[int] = set()
        """The numbers of the matches it is in."""
        self.open_turns: dict[int, OpenTurn] = {}
        """Sent or about to be sent, and not answered; in the order asked."""
        self.writing = False
        """Whether something is being sent that the bot has not taken yet."""
        self.batch_ready = asyncio.Event()
        """Set while there is something to send and the bot is free."""
        self._outbox = Outbox(max_matches)
        self._turns_waiting: dict[int, OpenTurn] = {}
        self._turn_count = 0
        self._expired: set[int] = set()
        """Turns whose time ran out, or that were taken back; a late answer to one of them is no fault."""
        self._unsent_from = ALL_SENT
        """The first turn that is owed though nothing of it was sent."""

    def next_turn_id(self) -> int:
        """A number no other turn on this stream has that may still be answered."""
        self._turn_count = self._turn_count % LAST_TURN_ID + 1
        return self._turn_count

    def tell_start(self, match: int, part: bytes) -> None:
        """Queues the start of a match; it goes out with the next turn."""
        self.matches.add(match)
        self._outbox.add_start(part)

    def tell_end(self, match: int, part: bytes) -> None:
        """Queues the end of a match; it goes out with the next turn."""
        self.matches.discard(match)
        self._outbox.add_end(part)

    def ask(self, turn_id: int, turn: OpenTurn, part: bytes) -> None:
        """Queues a turn."""
        self._outbox.add(part)
        self._turns_waiting[turn_id] = turn
        if not self.open_turns:
            self.batch_ready.set()

    def has_little(self) -> bool:
        """Whether few turns wait, for the many matches it is in."""
        return len(self.matches) > MANY_MATCHES and LITTLE * len(self._turns_waiting) < len(self.matches)

    def say(self, message: bytes) -> None:
        """Queues a whole message after the waiting parts, and has everything sent at the next chance."""
        self._outbox.add_message(message)
        self.batch_ready.set()

    def close(self, turn_id: int) -> OpenTurn | None:
        """The bot has answered the turn; None if that came too late. Raises Refusal for one it was never sent."""
        if turn_id >= self._unsent_from:
            raise Refusal("INVALID_ARGUMENT", f"choices answers turn {turn_id}, which was not sent yet; read first")
        turn = self.open_turns.pop(turn_id, None)
        if turn is None:
            if turn_id not in self._expired:
                sentence = f"choices answers turn {turn_id}, which is not open; answer each turn once"
                raise Refusal("INVALID_ARGUMENT", sentence)
            self._expired.discard(turn_id)
        return turn

    def answered(self) -> None:
        """Some choices have been taken; if none is owed any more, the next batch may go."""
        if not self.open_turns and self._turns_waiting:
            self.batch_ready.set()

    def take_messages(self) -> list[bytes]:
        """All that waits, as messages to send, mostly one; their turns are open from now on.

        If the bot owed nothing its time begins.
        """
        self.batch_ready.clear()
        owed = bool(self.open_turns)
        self._unsent_from = ALL_SENT
        self._open_what_waits()
        messages = self._outbox.take()
        if messages and not owed:
            self.clock.start()
        return messages

    def owe_what_waits(self) -> bool:
        """Opens the turns that wait behind something the bot does not take: it is the bot that holds them up.

        Says whether there were any.
        """
        if not self.writing or not self._turns_waiting or self.open_turns:
            return False
        self._unsent_from = min(self._unsent_from, next(iter(self._turns_waiting)))
        self._open_what_waits()
        self.clock.restart()
        return True

    def withdraw(self, match: int) -> None:
        """Takes back its turn in a match, if it has one, and charges its time. A late answer to it is no fault."""
        for place, (turn_id, turn) in enumerate([*self.open_turns.items(), *self._turns_waiting.items()]):
            if turn.match != match:
                continue
            self._expired.add(turn_id)
            if self.open_turns.pop(turn_id, None) and place == 0:
                turn.clock.spend(self.clock.withdraw())
            self._turns_waiting.pop(turn_id, None)
            self.answered()

    def leave(self) -> None:
        """Clears its matches and turns, because the bot is gone."""
        self.matches.clear()
        self.open_turns.clear()
        self._turns_waiting.clear()
        self._outbox.clear()

    def overdue_turn(self) -> OpenTurn | None:
        """The first open turn, if its bank is used up."""
        for turn in self.open_turns.values():
            return turn if self.clock.used_up(turn.clock.bank_ns) else None
        return None

    def expire(self, match: str) -> int:
        """Takes the first open turn from the bot, in the match with this id; returns the nanoseconds charged."""
        turn_id = next(iter(self.open_turns))
        del self.open_turns[turn_id]
        self._expired.add(turn_id)
        return self.clock.expire(match)

    def hung(self) -> bool:
        """Whether the bot has been silent for too long since the time of a turn ran out."""
        return bool(self.open_turns) and self.clock.hung()

    def _open_what_waits(self) -> None:
        if self.open_turns:
            self.open_turns.update(self._turns_waiting)
            self._turns_waiting.clear()
        else:
            self.open_turns, self._turns_waiting = self._turns_waiting, self.open_turns
