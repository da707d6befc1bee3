"""A player: a connected bot process as the arena sees it, with its open turns.

All that queues up while the bot is thinking goes out as one batch as soon as it has answered all it was asked. If the
bot is in many matches, a few turns may wait for more. With one match in flight, turn and choice simply alternate.
"""

import asyncio
from typing import Final

from arena.protocol.conversation import Refusal
from arena.protocol.turns import Wants
from arena.transport.clocks.player_clock import PlayerClock
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.outbox import Outbox

MANY_MATCHES: Final = 256
"""Turns wait for more only if the bot is in more matches than this; in fewer, other bots would soon be idle."""
LITTLE: Final = 6
"""Turns count as few if fewer than one in this many matches of the bot has one."""
ALL_SENT: Final = 1 << 62
NOTHING: Final = Wants()
LAST_TURN_ID: Final = (1 << 32) - 1
"""The largest number that the protocol's field holds."""


class OpenTurn:
    """The match, seat and clock of one seat's turns in one match, of which at most one is open at a time."""

    __slots__ = ("clock", "match", "seat")

    def __init__(self, match: int, seat: int, clock: SeatClock) -> None:
        self.match = match
        """The number of the match on the host."""
        self.seat = seat
        self.clock = clock


class Player:
    """One connected bot process, with its matches, its turns, and what waits to be sent to it."""

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
        """The numbers of the matches that the bot is in."""
        self.open_turns: dict[int, OpenTurn] = {}
        """The turns that were sent or are about to be and that are not answered, by id, in the order in which they were
        asked.
        """
        self.writing = False
        """Whether a message is being sent that the bot has not received yet."""
        self.batch_ready = asyncio.Event()
        """Set while something waits to be sent and the bot owes no answer."""
        self._outbox = Outbox(max_matches)
        self._turns_waiting: dict[int, OpenTurn] = {}
        self._turn_count = 0
        self._expired: set[int] = set()
        """The ids of turns that ran out or were taken back; a late answer to one of these is no fault."""
        self._unsent_from = ALL_SENT
        """The id of the first turn that counts as open although it was not sent yet; ALL_SENT if there is none."""

    def next_turn_id(self) -> int:
        """A turn id that is different from those of all turns on this stream that may still be answered."""
        self._turn_count = self._turn_count % LAST_TURN_ID + 1
        return self._turn_count

    def tell_start(self, match: int, part: bytes) -> None:
        """Queues the start of a match, which is sent with the next turn."""
        self.matches.add(match)
        self._outbox.add_start(part)

    def tell_end(self, match: int, part: bytes) -> None:
        """Queues the end of a match, which is sent with the next turn."""
        self.matches.discard(match)
        self._outbox.add_end(part)

    def ask(self, turn_id: int, turn: OpenTurn, part: bytes) -> None:
        """Queues a turn, which is sent at once if the bot owes no answer."""
        self._outbox.add(part)
        self._turns_waiting[turn_id] = turn
        if not self.open_turns:
            self.batch_ready.set()

    def has_little(self) -> bool:
        """Whether few turns wait for the bot in comparison with the many matches it is in."""
        return len(self.matches) > MANY_MATCHES and LITTLE * len(self._turns_waiting) < len(self.matches)

    def say(self, message: bytes) -> None:
        """Queues a complete message after all that waits, and has everything sent as soon as possible."""
        self._outbox.add_message(message)
        self.batch_ready.set()

    def close(self, turn_id: int) -> OpenTurn | None:
        """Removes and returns a turn that the bot has answered; None if the answer came too late.

        Raises Refusal for a turn that was not sent, or that is not open.
        """
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
        """Has the next batch sent if turns wait and the bot owes no more answers; called after choices were taken."""
        if not self.open_turns and self._turns_waiting:
            self.batch_ready.set()

    def take_messages(self) -> list[bytes]:
        """Removes and returns all that waits, as complete messages; the turns in them are open from now on.

        If the bot owed nothing, its time begins.
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
        """Makes the turns open that wait behind a message which the bot does not receive, since the bot itself delays
        them.

        Returns whether there were any.
        """
        if not self.writing or not self._turns_waiting or self.open_turns:
            return False
        self._unsent_from = min(self._unsent_from, next(iter(self._turns_waiting)))
        self._open_what_waits()
        self.clock.restart()
        return True

    def withdraw(self, match: int) -> None:
        """Takes back the bot's turn in a match, if it has one, and charges its time; a late answer is no fault."""
        for place, (turn_id, turn) in enumerate([*self.open_turns.items(), *self._turns_waiting.items()]):
            if turn.match != match:
                continue
            self._expired.add(turn_id)
            if self.open_turns.pop(turn_id, None) and place == 0:
                turn.clock.spend(self.clock.withdraw())
            self._turns_waiting.pop(turn_id, None)
            self.answered()

    def leave(self) -> None:
        """Forgets all matches and turns, because the bot is gone."""
        self.matches.clear()
        self.open_turns.clear()
        self._turns_waiting.clear()
        self._outbox.clear()

    def overdue_turn(self) -> OpenTurn | None:
        """The first open turn, if the bank of its seat is used up; else None."""
        for turn in self.open_turns.values():
            return turn if self.clock.used_up(turn.clock.bank_ns) else None
        return None

    def expire(self, match: str) -> int:
        """Closes the first open turn as run out, in the match with this id; returns the nanoseconds charged for it."""
        turn_id = next(iter(self.open_turns))
        del self.open_turns[turn_id]
        self._expired.add(turn_id)
        return self.clock.expire(match)

    def hung(self) -> bool:
        """Whether the bot owes an answer and has been silent for too long since a turn ran out."""
        return bool(self.open_turns) and self.clock.hung()

    def _open_what_waits(self) -> None:
        if self.open_turns:
            self.open_turns.update(self._turns_waiting)
            self._turns_waiting.clear()
        else:
            self.open_turns, self._turns_waiting = self._turns_waiting, self.open_turns
