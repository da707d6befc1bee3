"""A table: who sits, what was chosen, what everybody may see of it. What it answers has been written down before.

Rule 1: nothing changes but by an event, which is written, then taken in, then shown.
Rule 2: what cannot be done is refused with an ArenaError, and changes nothing.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from arena.authoring.asking.decision import Decision
from arena.errors import ArenaError
from arena.games.contract import Game
from arena.games.registry import GAMES
from arena.league.manifest import Manifest
from arena.match import Fault, Handover, Match, MatchRecord
from arena.match.document import ClockData
from arena.match.frames import TABLE, Eyes
from arena.protocol.records import encode_record
from arena.tables.bots import Bots, entrants
from arena.tables.facts import CLOSED, FINISHED, OPEN, RUNNING, Facts, Seat, told_entrant, told_fault, told_handover
from arena.tables.hosting import Begin, Beginning, Hosting, Person
from arena.tables.journal import Event, Journal
from arena.tables.story import Story
from arena.tables.terms import PERSON, read_name
from arena.tables.tokens import Draw, hashed, new_token

TAKEN_WITHIN_S = 30.0
"""How long a choice may wait to be taken; a machine that is so busy says so."""


class Role(NamedTuple):
    """Who somebody is at a table."""

    seat: int | None = None
    invited: bool = False
    """Whether one may sit down."""

    @property
    def eyes(self) -> Eyes:
        """Whose eyes one has while the match runs."""
        return TABLE if self.seat is None else self.seat


class Turn(NamedTuple):
    """A choice a person owes."""

    turn_id: int
    """The number of the action it will be, from 0: the same after a restart."""
    seat: int
    bank_ms: int | None
    """The time left for the match when the turn came; None without a clock."""


class Means(NamedTuple):
    """What tables are given to do their work with."""

    bots: Bots
    begin: Begin
    create_game: Callable[[str], Game[Any, Any]]
    draw: Draw


class Table:
    """One table."""

    def __init__(self, facts: Facts, journal: Journal, means: Means) -> None:
        self.facts = facts
        self.changed = asyncio.Event()
        """Set, and replaced, when there is something new to see."""
        self.active_s = time.monotonic()
        """When somebody did something here last."""
        self.closing = False
        """Whether it is closed soon unless somebody does something."""
        self.trouble = ""
        """Why its match does not go on; empty if it does."""
        self._journal, self._means = journal, means
        self._looking: dict[Eyes, int] = {}
        """How many follow it, by eyes."""
        self._story: Story | None = None
        self._hosting: Hosting | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._answering: dict[int, Event] = {}
        """Turns whose answer is on its way, with the time that was left then."""

    # What is seen.

    def role(self, token: str) -> Role:
        """Who shows this token."""
        kept = hashed(token)
        for number, seat in enumerate(self.facts.seats):
            if seat.token and seat.token == kept:
                return Role(number, invited=True)
        return Role(None, kept == self.facts.invitation)

    def told(self, role: Role) -> dict[str, Any]:
        """The table for somebody, as values JSON can hold; docs/play.md tells them."""
        facts, terms = self.facts, self.facts.terms
        return {
            "id": facts.id,
            "game": terms.game,
            "title": GAMES[terms.game].info.title,
            "edition": terms.edition,
            "state": facts.state,
            "reason": facts.reason,
            "starting": self._beginning is not None,
            "training": terms.training,
            "seeded": terms.seed is not None,
            "clock": self.clock(),
            "substitute": terms.substitute,
            "branch_of": facts.branch_of,
            "seats": [self._told_seat(number) for number in range(len(facts.seats))],
            "you": role.seat,
            "invited": role.invited,
            "owner": role.seat is not None and role.seat == facts.owner,
            "watching": self._looking.get(TABLE, 0),
            "closing": self.closing,
            "trouble": self.trouble,
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
        }

    def clock(self) -> ClockData | None:
        """The clock of its people."""
        bank_ms = self.facts.terms.bank_ms
        return None if bank_ms is None else {"bank_ms": bank_ms, "increment_ms": 0}

    def turn(self, seat: int | None) -> Turn | None:
        """The choice the person at this seat owes now."""
        facts, story = self.facts, self._story
        if facts.state != RUNNING or not self._hosting or not story or seat is None or story.actor != seat:
            return None
        if facts.seats[seat].bot or facts.seats[seat].given or facts.seats[seat].played_by:
            return None
        owed = self._hosting.owed(seat)
        return Turn(story.count, seat, owed.bank_ms) if owed else None

    def decision(self, role: Role, step: int) -> Decision:
        """What is put to a bot: in training the open turn of who asks; when the match is over, that of any step.

        Raises ArenaError [not-training], [not-your-turn], [no-decision].
        """
        if self.facts.state != FINISHED:
            if not self.facts.terms.training:
                raise ArenaError("not-training", "bots are asked in training only", "open a table with training")
            turn = self.turn(role.seat)
            if not turn or turn.turn_id != step:
                raise ArenaError(
                    "not-your-turn", f"step {step} is no open turn of yours", "ask when you have to choose"
                )
        return self.story().decision(step)

    def count(self) -> int:
        """How many frames there are."""
        return self.story().count + 1 if self.facts.entrants else 0

    def story(self) -> Story:
        """The match so far; raises ArenaError [not-begun] before there is one."""
        if not self.facts.entrants:
            raise ArenaError("not-begun", "the match has not begun", "it begins when all are ready")
        if self._story is None:
            facts = self.facts
            self._story = Story(self._means.create_game(facts.terms.game), facts.spec(), self.clock())
            for action in facts.actions:
                self._story.take(action, facts.faults)
        return self._story

    def document(self, eyes: Eyes) -> str:
        """The replay document so far, as JSON."""
        return self.story().document(eyes, self.facts.faults, self.facts.record)

    def spec(self, eyes: Eyes) -> str:
        """What decided the match, and how it ended, as JSON."""
        return self.story().spec(eyes, self.facts.faults, self.facts.record)

    def frames(self, eyes: Eyes, begin: int, end: int) -> str:
        """The frames from number `begin` up to `end`, as JSON."""
        return f"[{','.join(self.story().frames(eyes)[begin:end])}]"

    def arrived(self, eyes: Eyes) -> None:
        """Somebody follows it now."""
        self._looking[eyes] = self._looking.get(eyes, 0) + 1
        self.tell()

    def departed(self, eyes: Eyes) -> None:
        """Somebody does not follow it any more."""
        self._looking[eyes] -= 1
        self.tell()

    def forget(self) -> None:
        """Nobody looks: what can be made again is."""
        self._story = None

    def followers(self) -> int:
        """How many follow it."""
        return sum(self._looking.values())

    def tell(self) -> None:
        """There is something new to see."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def kept(self) -> None:
        """Waits until all that has happened is safe."""
        await self._journal.kept()

    # What people do; each raises ArenaError.

    def stay(self) -> None:
        """Somebody does something here."""
        self.active_s = time.monotonic()
        if self.closing:
            self.closing = False
            self.tell()

    def come(self, role: Role) -> None:
        """Somebody has come to the table: who plays with bots alone is ready."""
        self.stay()
        if self.facts.state == OPEN and not self._beginning and self.facts.terms.people() == [role.seat]:
            self.ready(role, ready=True)

    def sit(self, role: Role, number: object, name: object) -> str:
        """Takes a free seat, or moves there; the token of the seat, empty if it is the one had before."""
        self._demand_open()
        seat = self._seat(number)
        if seat.bot:
            raise ArenaError("not-free", f"seat {number} is played by the bot {seat.bot}", "choose a free seat")
        if role.seat == number:
            return ""
        if seat.token:
            raise ArenaError("not-free", f"{seat.name} sits at seat {number} already", "choose a free seat")
        if role.seat is not None:
            self._happened({"event": "moved", "seat": role.seat, "to": number})
            return ""
        if not role.invited:
            raise ArenaError("not-invited", "only who was invited sits down", "ask who opened the table for the link")
        token = new_token(self._means.draw)
        self._happened({"event": "sat", "seat": number, "name": read_name(name), "token": hashed(token)})
        return token

    def ready(self, role: Role, *, ready: bool) -> None:
        """Somebody who sits is ready, or not any more; when all are, the match begins."""
        number = self._demand_seat(role)
        self._demand_open()
        if self.facts.seats[number].ready != ready:
            self._happened({"event": "ready", "seat": number, "ready": ready})
        self._begin_when_ready()

    def leave(self, role: Role) -> None:
        """Somebody goes for good: before the match the seat is free again, or the table closed by who opened it."""
        number = self._demand_seat(role)
        if self.facts.state == OPEN and number == self.facts.owner:
            self.close("who opened it has left")
        elif self.facts.state == OPEN:
            self._happened({"event": "rose", "seat": number})
        else:
            self._demand_running()
            self._give(number, left=True)

    def hand_over(self, role: Role) -> None:
        """A bot plays for somebody until the seat is taken back."""
        number = self._demand_seat(role)
        self._demand_running()
        self._give(number, left=False)

    def take_back(self, role: Role) -> None:
        """Somebody plays again."""
        number = self._demand_seat(role)
        self._demand_running()
        seat = self.facts.seats[number]
        if not seat.given and not seat.played_by:
            raise ArenaError("not-given", "you play this seat yourself")
        if seat.left:
            raise ArenaError("left", "you have left this table for good", "you may watch it to its end")
        hosting = self._demand_hosting()
        self._happened({"event": "back", "seat": number})
        hosting.hand_over(number, given=False)

    async def choose(self, role: Role, turn_id: object, action: object) -> None:
        """Answers the open turn; returns when the action is taken, and safe."""
        number = self._demand_seat(role)
        self._demand_running()
        self.stay()
        hosting, story = self._demand_hosting(), self.story()
        seat = self.facts.seats[number]
        if seat.given or seat.played_by:
            by = seat.played_by or self.facts.terms.substitute
            raise ArenaError("given", f"{by} plays your seat", "take it back first")
        if type(turn_id) is not int or turn_id != story.count:
            raise _stale(turn_id, story.count)
        if story.actor != number:
            raise ArenaError("not-your-turn", f"seat {story.actor} must choose now, not yours, which is {number}")
        if type(action) is not int or action not in story.legal:
            raise ArenaError("illegal", f"{str(action)[:40]} is not among what you may choose now")
        if story.count in self._answering:
            raise _stale(turn_id, story.count)
        count = story.count
        if not (owed := hosting.owed(number)):
            raise ArenaError("halted", "you are being asked just now", "try again in a moment")
        self._answering[count] = {} if owed.bank_ms is None else {"seat": number, "bank_ms": owed.bank_ms}
        try:
            hosting.choose(number, action)
            await self._until(lambda: story.count > count or self.facts.state != RUNNING or bool(self.trouble))
        finally:
            self._answering.pop(count)
        if story.count <= count or story.action(count) != (number, action):
            raise ArenaError("too-late", f"turn {turn_id} was over before your choice arrived", "look at the board")
        await self.kept()

    def close(self, reason: str) -> None:
        """Ends the table before its match is over."""
        if self.facts.state in (OPEN, RUNNING):
            self._happened({"event": "closed", "reason": reason})
            self._end()

    # How its match is played.

    def go_on(self) -> None:
        """Begins what is to be begun, or goes on where the journal ends; in the loop."""
        if self.facts.state == RUNNING:
            self._beginning = self._beginning or asyncio.create_task(self._begun())
        else:
            self._begin_when_ready()

    def progressed(self, match: Match) -> None:
        """Actions were taken, or faults happened."""
        facts, events = self.facts, list[Event]()
        beside: list[Fault | Handover] = [*match.faults[len(facts.faults) :], *match.handovers[len(facts.handovers) :]]
        beside.sort(key=lambda one: one.action_count)
        for number in range(self.story().count, len(match.actions)):
            while beside and beside[0].action_count <= number:
                events.append(_told(beside.pop(0)))
            time_left = self._answering.get(number, {})
            events.append({"event": "taken", "number": number, "action": match.actions[number]} | time_left)
        events += map(_told, beside)
        try:
            if events:
                self._happened(*events)
        except ArenaError as error:
            self.failed(error)

    def asked(self) -> None:
        """A person owes a choice."""
        self.tell()

    def not_given(self, seat: int, why: str) -> None:
        """The substitute cannot play for the person."""
        self.trouble = why
        with suppress(ArenaError):
            self._happened({"event": "back", "seat": seat})

    def finished(self, record: MatchRecord) -> None:
        """The match is over."""
        try:
            at = int(time.time())
            self._happened({"event": "finished", "at": at, "record": encode_record(record).hex()})
        except ArenaError as error:
            self.failed(error)
        self._end()

    def failed(self, error: BaseException) -> None:
        """The match cannot be played on now."""
        self.trouble = error.message if isinstance(error, ArenaError) else f"the arena failed: {error}"
        self._end()
        self.tell()

    async def stop(self) -> None:
        """Ends all that runs for it; it goes on when it is asked to."""
        if self._beginning:
            self._beginning.cancel()
            await asyncio.gather(self._beginning, return_exceptions=True)
        if self._ending:
            await asyncio.gather(self._ending, return_exceptions=True)
        hosting, self._hosting = self._hosting, None
        if hosting:
            await hosting.stop()
        self.tell()

    async def shut(self) -> None:
        """Stops, and lets go of the journal."""
        await self.stop()
        with suppress(OSError):
            await self._journal.kept()
        self._journal.close()

    def _begin_when_ready(self) -> None:
        if (
            self.facts.state == OPEN
            and not self._beginning
            and all(seat.bot or seat.ready for seat in self.facts.seats)
        ):
            self.trouble = ""
            self._beginning = asyncio.create_task(self._begun())
            self.tell()

    async def _begun(self) -> None:
        """Makes the bots ready and begins."""
        facts = self.facts
        try:
            bots = [await self._bot(seat.bot) if seat.bot else None for seat in facts.seats]
            substitute = await self._bot(facts.terms.substitute)
            if facts.state == OPEN:
                self._happened(self._began(bots, substitute))
            self._demand_same(bots, substitute)
            people = [
                None if one is None else Person(self._bank_ms(seat), substitute, one, seat.given)
                for seat, one in zip(facts.seats, facts.substitutes, strict=True)
            ]
            seats = [bot or person for bot, person in zip(bots, people, strict=True)]
            beginning = Beginning(facts.spec(), facts.seeds, [one for one in seats if one], facts.course())
            self.story()
            self._hosting = self._means.begin(beginning, self)
        except ArenaError as error:
            self.trouble = error.message
            if facts.state == OPEN:
                self._happened(*({"event": "ready", "seat": seat, "ready": False} for seat in facts.terms.people()))
        finally:
            self._beginning = None
            self.tell()

    async def _bot(self, name: str) -> Manifest:
        return await asyncio.to_thread(self._means.bots.ready, name, self.facts.terms.game)

    def _bank_ms(self, seat: Seat) -> int | None:
        """The time a person has left."""
        return self.facts.terms.bank_ms if seat.bank_ms is None else seat.bank_ms

    def _began(self, bots: Sequence[Manifest | None], substitute: Manifest) -> Event:
        players, substitutes = entrants([seat.name for seat in self.facts.seats], bots, substitute)
        return {
            "event": "began",
            "rules_version": GAMES[self.facts.terms.game].info.rules_version,
            "entrants": [told_entrant(one) for one in players],
            "substitutes": [one and told_entrant(one) for one in substitutes],
        }

    def _demand_same(self, bots: Sequence[Manifest | None], substitute: Manifest) -> None:
        """Complains of a bot that is not the one with which the match began."""
        facts = self.facts
        pairs = [*zip(bots, facts.entrants, strict=True), *((substitute, one) for one in facts.substitutes)]
        for bot, entrant in pairs:
            if bot and entrant and bot.content_hash != entrant.content_hash:
                raise ArenaError(
                    "other-bot",
                    f"{bot.name} was changed since this match began",
                    "put it back as it was and start the server again, or close the table",
                )

    def _give(self, number: int, *, left: bool) -> None:
        seat = self.facts.seats[number]
        if seat.left:
            raise ArenaError("left", "you have left this table for good")
        if seat.given and not left:
            raise ArenaError("given", f"{self.facts.terms.substitute} plays your seat already")
        hosting = self._demand_hosting()
        self._happened({"event": "given", "seat": number, "left": left})
        hosting.hand_over(number, given=True)

    def _end(self) -> None:
        """Nothing of its match runs any more."""
        hosting, self._hosting = self._hosting, None
        if hosting:
            self._ending = asyncio.create_task(hosting.stop())
        if self._beginning and self._beginning is not asyncio.current_task():
            self._beginning.cancel()

    def _happened(self, *events: Event) -> None:
        """Writes events, takes them in and shows them."""
        self._journal.add(*events)
        for event in events:
            self.facts.take(event)
            if event["event"] == "taken" and self._story:
                self._story.take(event["action"], self.facts.faults)
        self.tell()

    async def _until(self, there: Callable[[], bool]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(TAKEN_WITHIN_S):
                while not there():
                    await self.changed.wait()

    # What is demanded.

    def _seat(self, number: object) -> Seat:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self.facts.seats):
            last = len(self.facts.seats) - 1
            raise ArenaError("no-seat", f"there is no seat {str(number)[:20]}", f"seats are 0 to {last}")
        return self.facts.seats[number]

    def _demand_seat(self, role: Role) -> int:
        if role.seat is None:
            raise ArenaError("not-seated", "you have no seat at this table", "open the link of your seat again")
        return role.seat

    def _demand_open(self) -> None:
        if self.facts.state != OPEN or self._beginning:
            raise ArenaError("not-open", f"this table is {'starting' if self._beginning else self.facts.state}")

    def _demand_running(self) -> None:
        if self.facts.state != RUNNING:
            how = {OPEN: "has not begun", FINISHED: "is over", CLOSED: "was given up: the table is closed"}
            raise ArenaError("not-running", f"the match {how[self.facts.state]}")

    def _demand_hosting(self) -> Hosting:
        if not self._hosting:
            raise ArenaError("halted", self.trouble or "the match is being started", "try again in a moment")
        return self._hosting


def _told(one: Fault | Handover) -> Event:
    return told_fault(one) if isinstance(one, Fault) else told_handover(one)


def _stale(turn_id: object, count: int) -> ArenaError:
    return ArenaError("stale", f"turn {str(turn_id)[:20]} is not open; the open one is {count}", "look at the board")
