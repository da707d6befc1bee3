"""A table: its seats, the actions of people at it, and the information that each visitor may see.

Every change is stored before it is confirmed.

Rule: an action that is not possible raises an ArenaError and changes nothing.
"""

import time
from typing import Any, NamedTuple

from arena.asking.decision import Decision
from arena.errors import ArenaError
from arena.files.tokens import hashed, new_token
from arena.games.registry import GAMES
from arena.match.frames import TABLE, Eyes
from arena.tables.facts import CLOSED, FINISHED, OPEN, RUNNING, Facts, Seat
from arena.tables.journal import Journal
from arena.tables.ledger import Ledger
from arena.tables.running_match import Means, Running
from arena.tables.table_settings import PERSON, read_name


class Role(NamedTuple):
    """The role of a visitor at a table; `seat` is None for a visitor without a seat."""

    seat: int | None = None
    invited: bool = False
    """Whether the visitor may sit down."""

    @property
    def eyes(self) -> Eyes:
        """Returns which view of the running match the visitor gets: the view of the visitor's seat, or the public view
        of the table for a visitor without a seat.
        """
        return TABLE if self.seat is None else self.seat


class Turn(NamedTuple):
    """The choice that a person must make now."""

    turn_id: int
    """The number of actions before this choice; the same for all seats that choose at the same time."""
    seat: int
    bank_ms: int | None
    """The person's remaining time for the whole match in ms; None without a clock."""


class Table:
    """One table: its seats, its match, and the actions that people can take at it."""

    def __init__(self, facts: Facts, journal: Journal, means: Means) -> None:
        self.facts = facts
        self.ledger = Ledger(facts, journal, means.create_game)
        """The table's journal and state, through which every change of the table is written and shown."""
        self.active_s = time.monotonic()
        """The time of the last action by a person at the table, on the monotonic clock, in seconds."""
        self.closing = False
        """Whether the table will soon be closed as idle unless a person acts."""
        self.removed = False
        """Whether the table was removed from its table service."""
        self._draw = means.draw
        self._running = Running(self.ledger, means)
        self._looking: dict[Eyes, int] = {}
        """The number of followers for each kind of view: for each seat, and for spectators."""

    # Information for visitors.

    def role(self, token: str) -> Role:
        """Returns the role of a visitor with this token; without a valid token, the role of a spectator."""
        kept = hashed(token)
        for number, seat in enumerate(self.facts.seats):
            if seat.token and seat.token == kept:
                return Role(number, invited=True)
        return Role(None, kept == self.facts.invitation)

    def told(self, role: Role) -> dict[str, Any]:
        """Returns the description of the table for a visitor with this role, as the JSON values that
        docs/play/tables-http.md lists.
        """
        facts, terms = self.facts, self.facts.terms
        return {
            "id": facts.id,
            "game": terms.game,
            "title": GAMES[terms.game].info.title,
            "edition": terms.edition,
            "state": facts.state,
            "reason": facts.reason,
            "starting": self._running.starting,
            "training": terms.training,
            "seeded": terms.seed is not None,
            "clock": self.ledger.clock(),
            "substitute": terms.substitute,
            "branch_of": facts.branch_of,
            "seats": [self._told_seat(number) for number in range(len(facts.seats))],
            "you": role.seat,
            "invited": role.invited,
            "owner": role.seat is not None and role.seat == facts.owner,
            "watching": self.followers(TABLE),
            "closing": self.closing,
            "trouble": self._running.trouble,
        }

    def _told_seat(self, number: int) -> dict[str, Any]:
        facts, seat = self.facts, self.facts.seats[number]
        entrant = facts.entrants[number].name if facts.entrants else ""
        return {
            "seat": number,
            "kind": "bot" if seat.bot else PERSON,
            "name": entrant or seat.bot or seat.name or None,
            "ready": bool(seat.bot) or seat.ready,
            "connected": bool(seat.bot) or bool(self._looking.get(number)),
            "given": seat.given,
            "played_by": seat.played_by or None,
            "left": seat.left,
            "chosen": number in self._running.chosen,
        }

    def turn(self, seat: int | None) -> Turn | None:
        """Returns the choice that the person at this seat must make now; None if there is none."""
        if seat is None or not self.awaits(seat):
            return None
        owed = self._running.owed(seat)
        return Turn(self.ledger.story().count, seat, owed.bank_ms) if owed else None

    def awaits(self, seat: int | None) -> bool:
        """Returns whether the match waits for the person at this seat to choose, even if bots of other seats are not
        ready yet.
        """
        facts = self.facts
        if facts.state != RUNNING or seat is None or facts.seats[seat].given or facts.seats[seat].played_by:
            return False
        return seat in self.ledger.story().asked()

    def decision(self, role: Role, step: int) -> Decision:
        """Returns the decision after the first `step` actions, if this visitor may ask a bot for advice about it.

        After the end of a match, visitors may ask about all its decisions. Before, they may ask only at a training
        table, and only about their own open turn.

        Raises ArenaError [not-training], [not-your-turn], [no-decision], [other-rules].
        """
        if self.facts.state != FINISHED:
            if not self.facts.terms.training:
                raise ArenaError(
                    "not-training",
                    "before the match is over, you can ask bots for advice only at a training table",
                    "wait until the match is over, or open a training table",
                )
            turn = self.turn(role.seat)
            if not turn or turn.turn_id != step:
                raise ArenaError(
                    "not-your-turn",
                    "before the match is over, you can ask bots for advice only about the choice that you must make "
                    f"now, not about step {step}",
                    "wait until it is your turn, then ask about that turn; or wait until the match is over",
                )
        return self.ledger.story().decision(step, role.seat)

    def arrived(self, eyes: Eyes) -> None:
        """Counts a new follower with this view of the match. If the follower has a seat and the match has failed, tries
        to start the match again.
        """
        self._looking[eyes] = self._looking.get(eyes, 0) + 1
        if self.facts.state == RUNNING and eyes != TABLE:
            self._running.try_again()
        self.ledger.tell()

    def departed(self, eyes: Eyes) -> None:
        """Reduces the number of followers with this view of the match by one, because a follower has disconnected."""
        self._looking[eyes] -= 1
        self.ledger.tell()

    def followers(self, eyes: Eyes) -> int:
        """Returns the number of followers with this view of the match."""
        return self._looking.get(eyes, 0)

    def followed(self) -> bool:
        """Whether the table has any follower: a connection that receives its events."""
        return any(self._looking.values())

    # Acts of people; a refused act raises ArenaError.

    def stay(self) -> None:
        """Restarts the table's idle time, and withdraws the warning that the table will be closed as idle."""
        self.active_s = time.monotonic()
        if self.closing:
            self.closing = False
            self.ledger.tell()

    def warn(self) -> None:
        """Warns the followers that the table will soon be closed as idle unless a person acts."""
        self.closing = True
        self.ledger.tell()

    def come(self, role: Role) -> None:
        """Records the arrival of a visitor. If the visitor has the only seat for a person, begins the match at once."""
        self.stay()
        if self.facts.state == OPEN and not self._running.starting and self.facts.terms.people() == [role.seat]:
            self.ready(role, ready=True)

    def sit(self, role: Role, number: object, name: object) -> str:
        """Gives a visitor the free seat `number`; a person who already has another seat leaves it for the new seat.

        Returns a new token for the seat. A person who already has a seat keeps their token, and gets an empty text.
        """
        self._demand_open()
        seat = self._seat(number)
        if seat.bot:
            raise ArenaError("not-free", f"this seat belongs to the bot {seat.bot}", "choose a free seat")
        if role.seat == number:
            return ""
        if seat.token:
            raise ArenaError("not-free", f"this seat belongs to {seat.name} already", "choose a free seat")
        if role.seat is not None:
            self.ledger.happened({"event": "moved", "seat": role.seat, "to": number})
            return ""
        if not role.invited:
            raise ArenaError(
                "not-invited",
                "only invited people can take a seat",
                "ask the person who opened the table for the link of the invitation",
            )
        token = new_token(self._draw)
        self.ledger.happened({"event": "sat", "seat": number, "name": read_name(name), "token": hashed(token)})
        return token

    def ready(self, role: Role, *, ready: bool) -> None:
        """Records whether a seated person is ready; begins the match when everybody is ready."""
        number = self._demand_seat(role)
        self._demand_open()
        if self.facts.seats[number].ready != ready:
            self.ledger.happened({"event": "ready", "seat": number, "ready": ready})
        self._begin_when_ready()

    def leave(self, role: Role) -> None:
        """Removes a person from their seat for good.

        Before the match begins, the seat becomes free. If the person opened the table, the table is closed instead.
        After the beginning, a bot plays at the seat to the end.
        """
        number = self._demand_seat(role)
        if self.facts.state == OPEN and number == self.facts.owner:
            self.close("the person who opened the table has left")
        elif self.facts.state == OPEN:
            self._demand_open()  # refused while the match is being started with the people who have seats
            self.ledger.happened({"event": "rose", "seat": number})
        else:
            self._demand_running()
            self._give(number, left=True)

    def hand_over(self, role: Role) -> None:
        """Lets a bot play for a seated person until the person takes the seat back."""
        number = self._demand_seat(role)
        self._demand_running()
        self._give(number, left=False)

    def take_back(self, role: Role) -> None:
        """Lets the person play again at a seat where a bot has replaced them."""
        number = self._demand_seat(role)
        self._demand_running()
        seat = self.facts.seats[number]
        if not seat.given and not seat.played_by:
            raise ArenaError("not-given", "you play this seat yourself already")
        if seat.left:
            raise ArenaError(
                "left",
                "you have left this table and cannot return",
                "watch the match to its end, or open another table",
            )
        self._running.hand_over(number, {"event": "back", "seat": number}, given=False)

    async def choose(self, role: Role, turn_id: object, action: object) -> None:
        """Answers the open turn of a seated person.

        Returns when the match has accepted the action, or when the action waits for other seats that choose at the same
        time. All events in the journal are then on the disk.
        """
        number = self._demand_seat(role)
        self._demand_running()
        self.stay()
        seat = self.facts.seats[number]
        if seat.given or seat.played_by:
            by = seat.played_by or self.facts.terms.substitute
            raise ArenaError("given", f"the bot {by} plays in your place now", "take your seat back first, then choose")
        await self._running.choose(number, turn_id, action)
        await self.ledger.kept()

    def close(self, reason: str) -> None:
        """Closes the table for this reason, even during its match; does nothing if the table is already finished or
        closed.
        """
        if self.facts.state in (OPEN, RUNNING):
            self.ledger.happened({"event": "closed", "reason": reason})
            self._running.end()

    # The start and the end of the match.

    def go_on(self) -> None:
        """Continues a match that has begun; begins any other match if everybody is ready.

        A continued match goes on after the journal's last event. Must be called in the event loop's thread.
        """
        if self.facts.state == RUNNING:
            self._running.begin()
        else:
            self._begin_when_ready()

    async def shut(self) -> None:
        """Stops the match and all bots of the table, and closes the journal."""
        await self._running.stop()
        await self.ledger.close()

    def _begin_when_ready(self) -> None:
        if self.facts.state == OPEN and all(seat.bot or seat.ready for seat in self.facts.seats):
            self._running.begin()

    def _give(self, number: int, *, left: bool) -> None:
        seat = self.facts.seats[number]
        if seat.left:
            raise ArenaError(
                "left",
                "you have left this table and cannot return",
                "watch the match to its end, or open another table",
            )
        if seat.given and not left:
            raise ArenaError("given", f"the bot {self.facts.terms.substitute} already plays in your place")
        self._running.hand_over(number, {"event": "given", "seat": number, "left": left}, given=True)

    # Checks.

    def _seat(self, number: object) -> Seat:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self.facts.seats):
            last = len(self.facts.seats) - 1
            raise ArenaError(
                "no-seat", f"the table does not have a seat {str(number)[:20]}", f"give a seat from 0 to {last}"
            )
        return self.facts.seats[number]

    def _demand_seat(self, role: Role) -> int:
        if role.seat is None:
            raise ArenaError(
                "not-seated",
                "you have no seat at this table",
                "if you took a seat earlier, return to it with the link to that seat",
            )
        return role.seat

    def _demand_open(self) -> None:
        if self._running.starting:
            raise ArenaError("not-open", "the match is being started", "try again in a moment")
        if self.facts.state != OPEN:
            how = {RUNNING: "the match has begun already", FINISHED: "the match is over", CLOSED: "the table is closed"}
            raise ArenaError("not-open", how[self.facts.state])

    def _demand_running(self) -> None:
        if self.facts.state != RUNNING:
            how = {
                OPEN: "the match has not begun",
                FINISHED: "the match is over",
                CLOSED: "the match was given up: the table is closed",
            }
            raise ArenaError("not-running", how[self.facts.state])
