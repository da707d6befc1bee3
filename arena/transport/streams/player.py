"""A bot as the arena sees it while its process lives: what waits for it, what it owes an answer to, and its time.

Batches are natural: whatever queues up while the bot is thinking goes out together as soon as it has answered all it
was asked; in many matches, few turns may wait for more. With one in flight that is a plain exchange of turn and choice.
"""

import asyncio
from typing import Final

from arena.protocol.turns import encode_batch
from arena.transport.clocks.clock import NS_PER_MS, Clock
from arena.transport.clocks.latencies import BUCKETS
from arena.transport.clocks.seat_clock import SeatClock

MOST_BATCH_BYTES: Final = 2 << 20
"""A batch that has become this large is complete: gRPC refuses messages of more than 4 MiB unless a bot allows them."""
MANY_MATCHES: Final = 256
"""A bot that is in so many waits for no more turns than it has: in fewer, others would soon have nothing to do."""
LITTLE: Final = 6
"""Turns in less than one of so many matches are few."""
ALL_SENT: Final = 1 << 62
LAST_TURN_ID: Final = (1 << 32) - 1
"""That the protocol's field holds."""
SILENT_BANKS: Final = 2
"""How many whole banks a bot that let a turn run out may stay silent before its process counts as hung."""


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
        "_bytes_waiting",
        "_ends_waiting",
        "_known_matches",
        "_messages",
        "_parts",
        "_turn_count",
        "_turns_waiting",
        "batch_ready",
        "charged_from_ns",
        "clock",
        "expired",
        "expired_in",
        "late_before_ns",
        "latencies",
        "matches",
        "max_matches",
        "name",
        "open_turns",
        "owes_from_ns",
        "silent",
        "unsent_from",
        "writing",
    )

    def __init__(self, name: str, max_matches: int, clock: Clock) -> None:
        self.name = name
        self.max_matches = max_matches
        self.clock = clock
        """What it is granted."""
        self.matches: set[int] = set()
        """The numbers of those it is in."""
        self.open_turns: dict[int, OpenTurn] = {}
        """Sent or about to be sent, and not answered; in the order asked."""
        self.expired: set[int] = set()
        """Turns whose time ran out, or that were taken back; a late answer to one of them is no fault."""
        self.expired_in = ""
        """The id of the match in which a turn ran out last."""
        self.silent = False
        """Whether it has let a turn run out and said nothing since; no turn can run out meanwhile."""
        self.unsent_from = ALL_SENT
        """The first turn that is owed though nothing of it was sent."""
        self.writing = False
        """Whether something is being sent that the bot has not taken yet."""
        self.latencies = [0] * BUCKETS
        """How many of its choices took how long, in the buckets of `latencies`."""
        self.charged_from_ns = 0
        """When the batch was sent or the previous choices arrived, whichever is later."""
        self.owes_from_ns = 0
        """When the batch was sent or the previous choices arrived, whatever ran out since."""
        self.late_before_ns = 0
        """How late the arena had been in total by then."""
        self.batch_ready = asyncio.Event()
        """Set while there is something to send and the bot is free."""
        self._messages: list[bytes] = []
        """Batches that are complete already, to be sent before the parts below."""
        self._parts: list[bytes] = []
        self._bytes_waiting = 0
        """In the parts."""
        self._ends_waiting = 0
        self._known_matches = 0
        """The matches the bot has to keep track of until it has read the ends that wait."""
        self._turns_waiting: dict[int, OpenTurn] = {}
        self._turn_count = 0

    def next_turn_id(self) -> int:
        """A number no other turn on this stream has that may still be answered."""
        self._turn_count = self._turn_count % LAST_TURN_ID + 1
        return self._turn_count

    def tell_start(self, part: bytes) -> None:
        """Queues the start of a match; it goes out with the next turn.

        A batch is read starts first; where a bot would then be in more matches than it can, the ends go ahead.
        """
        if self._known_matches >= self.max_matches:
            self._complete_batch()
        self._known_matches += 1
        self._queue(part)

    def tell_end(self, part: bytes) -> None:
        """Queues the end of a match; it goes out with the next turn."""
        self._queue(part)
        self._ends_waiting += 1

    def ask(self, turn_id: int, turn: OpenTurn, part: bytes) -> None:
        """Queues a turn."""
        self._queue(part)
        self._turns_waiting[turn_id] = turn
        if not self.open_turns:
            self.batch_ready.set()

    def has_little(self) -> bool:
        """Whether few turns wait, for the many matches it is in."""
        return len(self.matches) > MANY_MATCHES and LITTLE * len(self._turns_waiting) < len(self.matches)

    def say(self, message: bytes) -> None:
        """Queues a whole message as it is, behind what waits, and has all of it sent."""
        self._complete_batch()
        self._messages.append(message)
        self.batch_ready.set()

    def answered(self) -> None:
        """Some choices have been taken; if none is owed any more, the next batch may go."""
        if not self.open_turns and self._turns_waiting:
            self.batch_ready.set()

    def take_messages(self) -> list[bytes]:
        """All that waits, as messages to send, mostly one; their turns are open from now on."""
        self.batch_ready.clear()
        self.unsent_from = ALL_SENT
        self._open_what_waits()
        self._complete_batch()
        messages, self._messages = self._messages, []
        return messages

    def owe_what_waits(self, now_ns: int, late_ns: int) -> bool:
        """Opens the turns that wait behind something the bot does not take: it is the bot that holds them up.

        Says whether there were any.
        """
        if not self.writing or not self._turns_waiting or self.open_turns:
            return False
        self.unsent_from = min(self.unsent_from, next(iter(self._turns_waiting)))
        self._open_what_waits()
        self.charge_from(now_ns, late_ns)
        return True

    def withdraw(self, match: int, now_ns: int, late_ns: int) -> int:
        """Takes back its turn in a match, if it has one; the time charged for it. A late answer to it is no fault."""
        spent_ns = 0
        for place, (turn_id, turn) in enumerate([*self.open_turns.items(), *self._turns_waiting.items()]):
            if turn.match != match:
                continue
            self.expired.add(turn_id)
            if self.open_turns.pop(turn_id, None) and place == 0 and not self.silent:
                spent_ns = self.elapsed_ns(now_ns, late_ns)
                self.charge_from(now_ns, late_ns)
            self._turns_waiting.pop(turn_id, None)
            self.answered()
        return spent_ns

    def leave(self) -> None:
        """The bot is gone: it is owed nothing and owes nothing."""
        self.matches.clear()
        self.open_turns.clear()
        self._turns_waiting.clear()
        self._parts.clear()
        self._messages.clear()

    def charge_from(self, now_ns: int, late_ns: int) -> None:
        """Starts the time of the next choice."""
        self.charged_from_ns = now_ns
        self.late_before_ns = late_ns

    def elapsed_ns(self, now_ns: int, late_ns: int) -> int:
        """Time the bot is charged with since then."""
        return max(0, now_ns - self.charged_from_ns - (late_ns - self.late_before_ns))

    def overdue_turn(self, now_ns: int, late_ns: int) -> int | None:
        """The turn first in line, if its bank is used up."""
        if self.silent:
            return None
        for turn_id, turn in self.open_turns.items():
            return turn_id if self.elapsed_ns(now_ns, late_ns) > turn.clock.bank_ns + NS_PER_MS else None
        return None

    def hung(self, now_ns: int, late_ns: int) -> bool:
        """Whether it has owed a word for too long since it let a turn run out."""
        most_ns = self.most_silent_ms() * NS_PER_MS
        return self.silent and bool(self.open_turns) and self.elapsed_ns(now_ns, late_ns) > most_ns

    def most_silent_ms(self) -> int:
        """How long it may be silent after it let a turn run out."""
        return SILENT_BANKS * self.clock.bank_ms

    def expire(self, turn_id: int) -> OpenTurn:
        """Takes the turn from the bot; says which it was."""
        self.expired.add(turn_id)
        self.silent = True
        return self.open_turns.pop(turn_id)

    def _open_what_waits(self) -> None:
        if self.open_turns:
            self.open_turns.update(self._turns_waiting)
            self._turns_waiting.clear()
        else:
            self.open_turns, self._turns_waiting = self._turns_waiting, self.open_turns

    def _queue(self, part: bytes) -> None:
        self._bytes_waiting += len(part)
        if self._bytes_waiting > MOST_BATCH_BYTES:
            self._complete_batch()
            self._bytes_waiting = len(part)
        self._parts.append(part)

    def _complete_batch(self) -> None:
        if self._parts:
            self._messages.append(encode_batch(self._parts))
            self._parts = []
            self._bytes_waiting = 0
        self._known_matches -= self._ends_waiting
        self._ends_waiting = 0
