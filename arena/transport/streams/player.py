"""A player: a connected bot process from the arena's side, with its open turns (turns that it has not answered).

While the bot has open turns, new messages for it wait. When it has answered all its open turns, the arena sends the
waiting messages as one batch. If the bot is in many matches and only a few turns wait, the arena may first wait for
more turns, to send larger batches. If the bot is in only one match, turns and choices simply alternate.
"""

import asyncio
from typing import Final

from arena.protocol.conversation import Refusal
from arena.protocol.turns import Wants
from arena.transport.clocks.player_clock import PlayerClock
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.outbox import Outbox

MANY_MATCHES: Final = 256
"""The number of matches up to which a bot's turns are sent without waiting for more turns. With so few matches, a wait
would soon leave the other bots idle.
"""
LITTLE: Final = 6
"""A bot's waiting turns count as few if LITTLE times their number is less than the number of its matches."""
ALL_SENT: Final = 1 << 62
NOTHING: Final = Wants()
LAST_TURN_ID: Final = (1 << 32) - 1
"""The largest turn id that fits into the protocol's field."""


class OpenTurn:
    """The match, seat and clock of an open turn. All turns of a player in a match share one object, because at most one
    of them is open at a time.
    """

    __slots__ = ("clock", "match", "seat")

    def __init__(self, match: int, seat: int, clock: SeatClock) -> None:
        self.match = match
        """The number by which the host identifies the match."""
        self.seat = seat
        self.clock = clock


class Player:
    """One connected bot process, with its matches, its turns, and the messages that wait to be sent to it."""

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
        """The numbers of the matches that the bot plays."""
        self.open_turns: dict[int, OpenTurn] = {}
        """The turns that the bot has not answered, by id, oldest first. A waiting turn is added just before it is sent,
        or by `owe_what_waits`.
        """
        self.writing = False
        """Whether the arena is sending a message that the bot has not accepted yet."""
        self.batch_ready = asyncio.Event()
        """An event that is set while messages wait to be sent and the bot owes no answer."""
        self._outbox = Outbox(max_matches)
        self._turns_waiting: dict[int, OpenTurn] = {}
        self._turn_count = 0
        self._expired: set[int] = set()
        """The ids of turns that ran out of time or were withdrawn; a late answer to one of these is not a fault."""
        self._unsent_from = ALL_SENT
        """The id of the first turn that counts as open although it was not sent yet; ALL_SENT if there is no such
        turn.
        """

    def next_turn_id(self) -> int:
        """Returns a turn id that differs from the ids of all turns on this stream that may still be answered."""
        self._turn_count = self._turn_count % LAST_TURN_ID + 1
        return self._turn_count

    def tell_start(self, match: int, part: bytes) -> None:
        """Queues the encoded start of a match (`part`); it is sent with the next turn, or before Goodbye."""
        self.matches.add(match)
        self._outbox.add_start(part)

    def tell_end(self, match: int, part: bytes) -> None:
        """Queues the encoded end of a match (`part`); it is sent with the next turn, or before Goodbye."""
        self.matches.discard(match)
        self._outbox.add_end(part)

    def ask(self, turn_id: int, turn: OpenTurn, part: bytes) -> None:
        """Queues a turn, which is sent as soon as the bot owes no answer. `part`: the encoded turn."""
        self._outbox.add(part)
        self._turns_waiting[turn_id] = turn
        if not self.open_turns:
            self.batch_ready.set()

    def has_little(self) -> bool:
        """Returns whether the bot plays more than MANY_MATCHES matches and has few waiting turns (see LITTLE)."""
        return len(self.matches) > MANY_MATCHES and LITTLE * len(self._turns_waiting) < len(self.matches)

    def say(self, message: bytes) -> None:
        """Queues a complete message after everything that is waiting, and causes the whole queue to be sent as soon as
        possible.
        """
        self._outbox.add_message(message)
        self.batch_ready.set()

    def close(self, turn_id: int) -> OpenTurn | None:
        """Removes and returns the open turn that the bot has answered; None if the turn ran out of time or was
        withdrawn.

        Raises Refusal if the turn was not sent yet, does not exist or was answered before.
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
        """Causes the next batch to be sent if turns are waiting and the bot owes no more answers; called after choices
        were handled.
        """
        if not self.open_turns and self._turns_waiting:
            self.batch_ready.set()

    def take_messages(self) -> list[bytes]:
        """Removes and returns everything that waits for the bot, as complete messages; the turns in these messages
        count as open from now on.

        If the bot owed no answer before this call, its thinking time begins now.
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
        """Makes the waiting turns count as open before they are sent, if the bot has no open turn but blocks the
        stream; returns whether there were such turns.

        A bot blocks the stream while it does not read the message that is being sent. The time of the turns starts now,
        so the bot is charged for the delay.
        """
        if not self.writing or not self._turns_waiting or self.open_turns:
            return False
        self._unsent_from = min(self._unsent_from, next(iter(self._turns_waiting)))
        self._open_what_waits()
        self.clock.start()
        return True

    def withdraw(self, match: int) -> None:
        """Withdraws the bot's turn in a match, if it has one; a late answer is then not a fault. Charges the bot's
        thinking time for the turn only if it is the bot's oldest open turn.
        """
        for place, (turn_id, turn) in enumerate([*self.open_turns.items(), *self._turns_waiting.items()]):
            if turn.match != match:
                continue
            self._expired.add(turn_id)
            if self.open_turns.pop(turn_id, None) and place == 0:
                turn.clock.spend(self.clock.withdraw())
            self._turns_waiting.pop(turn_id, None)
            self.answered()

    def leave(self) -> None:
        """Removes all matches, turns and messages, because the bot has disconnected."""
        self.matches.clear()
        self.open_turns.clear()
        self._turns_waiting.clear()
        self._outbox.clear()

    def overdue_turn(self) -> OpenTurn | None:
        """Returns the first open turn if it has used up its seat's bank (the time left in the match); else None."""
        for turn in self.open_turns.values():
            return turn if self.clock.used_up(turn.clock.bank_ns) else None
        return None

    def expire(self, match: str) -> int:
        """Closes the first open turn, which has run out of time; returns the nanoseconds charged for it.

        `match`: the id of the turn's match.
        """
        turn_id = next(iter(self.open_turns))
        del self.open_turns[turn_id]
        self._expired.add(turn_id)
        return self.clock.expire(match)

    def hung(self) -> bool:
        """Returns whether the bot owes an answer, but has sent nothing for too long after a turn ran out of time.

        The limit is `PlayerClock.most_silent_ms`.
        """
        return bool(self.open_turns) and self.clock.hung()

    def _open_what_waits(self) -> None:
        if self.open_turns:
            self.open_turns.update(self._turns_waiting)
            self._turns_waiting.clear()
        else:
            self.open_turns, self._turns_waiting = self._turns_waiting, self.open_turns
