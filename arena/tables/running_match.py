"""Runs the match of a table, from the start of its bots to its end."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.tokens import Draw
from arena.games.contract import Game
from arena.games.outside.fault import GameFault
from arena.games.registry import GAMES
from arena.match import Fault, Handover, Match, MatchRecord
from arena.protocol.records import encode_record
from arena.tables.bots import Bots, entrants
from arena.tables.facts import OPEN, Seat, told_entrant, told_fault, told_handover
from arena.tables.journal import Event
from arena.tables.ledger import Ledger
from arena.tables.table_match import Beginning, Owed, Person, Playing

TAKEN_WITHIN_S: Final = 30.0
"""The limit in seconds for each wait of `Running.choose`; a wait that takes longer ends in an error."""


LOG: Final = logging.getLogger(__name__)


class Means(NamedTuple):
    """The resources that all tables of a table service share: the bots, the games and the source of random bytes."""

    bots: Bots
    create_game: Callable[[str], Game[Any, Any]]
    draw: Draw


class Running:
    """Starts, continues and ends the match of one table, and passes people's actions on to it."""

    def __init__(self, ledger: Ledger, means: Means) -> None:
        self.trouble = ""
        """The reason why the match cannot continue; empty if it can."""
        self._game_failed = False
        """Whether the game's own code failed. If so, another attempt would fail again."""
        self.chosen: Sequence[int] = ()
        """The seats that have already chosen in a simultaneous choice, while other seats have not."""
        self._ledger, self._means = ledger, means
        self._playing: Playing | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._answering: set[int] = set()
        """The number of each action that `choose` is passing to the match now, as `_number` counts it."""
        self._left: dict[int, Event] = {}
        """The clock data to store in the journal with each action that a person has chosen, by the action's number.

        The data are the seat and the person's remaining time in ms; empty without a clock.
        """

    @property
    def starting(self) -> bool:
        """Whether the bots are being prepared for the match."""
        return self._beginning is not None

    def begin(self) -> None:
        """Begins the match, or continues it after the last event in the ledger; must be called in the event loop's
        thread.
        """
        if not self._beginning:
            self.trouble = ""
            self._beginning = asyncio.create_task(self._begun())
            self._ledger.tell()

    def try_again(self) -> None:
        """Begins or continues a match that a failure has stopped; does nothing if the game's own code failed."""
        if self.trouble and not self._playing and not self._game_failed:
            self.begin()

    def owed(self, seat: int) -> Owed | None:
        """Returns the choice that the person at this seat must make now; None if there is none."""
        return self._playing.owed(seat) if self._playing else None

    async def choose(self, seat: int, turn_id: object, action: object) -> None:
        """Answers the open turn with this action; raises ArenaError if the action is not accepted.

        Returns when the match has accepted the action, or when the action waits for other seats that choose at the same
        time. If the bots are still starting after a restart of the server, waits for them first.
        """
        await self._until(lambda: not self.starting)
        playing, story = self._demand_playing(), self._ledger.story()
        if turn_id == story.count and seat in story.asked() and self._number(seat) not in self._answering:
            await self._until(
                lambda: (
                    bool(playing.owed(seat)) or seat in self.chosen or story.count != turn_id or self._playing is None
                )
            )
        count, asked, number = story.count, story.asked(), self._number(seat)
        if type(turn_id) is not int or turn_id != count or number in self._answering or seat in self.chosen:
            raise ArenaError(
                "stale",
                f"turn {str(turn_id)[:20]} is not open now; the open turn is {count}",
                "look at the board, and choose for the turn that is open now",
            )
        if seat not in asked:
            must = " and ".join(map(str, asked))
            raise ArenaError(
                "not-your-turn",
                f"it is the turn of seat {must} now, but your seat is {seat}",
                "wait until it is your turn",
            )
        if type(action) is not int or not story.decision(count, seat).allows(action):
            raise ArenaError(
                "illegal",
                f"{str(action)[:40]} is not one of your choices now",
                "choose one of the actions that the board offers",
            )
        if not (owed := playing.owed(seat)):
            raise ArenaError("halted", "the arena is not ready for your choice yet", "try again in a moment")
        self._answering.add(number)
        self._left[number] = {} if owed.bank_ms is None else {"seat": seat, "bank_ms": owed.bank_ms}
        try:
            playing.choose(seat, action)
            await self._until(lambda: story.count > number or seat in self.chosen or self._playing is None)
        finally:
            self._answering.discard(number)
        if story.count <= number:
            self._demand_playing()
        if story.count <= number and seat in self.chosen:
            return
        if story.count <= number or story.action(number) != (seat, action):
            raise ArenaError(
                "too-late",
                f"turn {turn_id} was over before your choice arrived",
                "look at the board, and choose for the turn that is open now",
            )

    def hand_over(self, seat: int, event: Event, *, given: bool) -> None:
        """Adds `event` to the ledger, and requests a handover (a change of the seat's player).

        `given`: True for the substitute bot, False for the person. Raises ArenaError [halted], [no-room].
        """
        playing = self._demand_playing()
        self._ledger.happened(event)
        playing.hand_over(seat, given=given)

    def end(self) -> None:
        """Stops the match, without waiting for its end."""
        playing, self._playing = self._playing, None
        self.chosen = ()
        if playing:
            self._ending = asyncio.create_task(playing.stop())
        if self._beginning and self._beginning is not asyncio.current_task():
            self._beginning.cancel()
        self._ledger.tell()

    async def stop(self) -> None:
        """Stops the match, and waits until its tasks have ended; `begin` can continue the match later."""
        self.end()
        await asyncio.gather(*(task for task in (self._beginning, self._ending) if task), return_exceptions=True)

    # The methods of table_match.Told.

    def progressed(self, match: Match) -> None:
        """Adds the new actions of the match to the ledger, and also the new faults and handovers (changes of a seat's
        player), in the order in which they happened.
        """
        facts, events = self._ledger.facts, list[Event]()
        beside: list[Fault | Handover] = [*match.faults[len(facts.faults) :], *match.handovers[len(facts.handovers) :]]
        beside.sort(key=lambda one: one.action_count)
        for number in range(self._ledger.story().count, len(match.actions)):
            while beside and beside[0].action_count <= number:
                events.append(_told(beside.pop(0)))
            time_left = self._left.pop(number, {})
            events.append({"event": "taken", "number": number, "action": match.actions[number]} | time_left)
        events += map(_told, beside)
        before, self.chosen = self.chosen, match.chosen()
        try:
            if events:
                self._ledger.happened(*events)
            elif before != self.chosen:
                self._ledger.tell()
        except ArenaError as error:
            self.failed(error)

    def asked(self) -> None:
        """Wakes the followers, because a person must choose now."""
        self._ledger.tell()

    def not_given(self, seat: int) -> None:
        """Records that the substitute bot cannot play for the person at this seat, and returns the seat to the
        person.
        """
        self.trouble = f"the bot of the table cannot play for seat {seat}"  # the reason may contain secrets
        with suppress(ArenaError):
            self._ledger.happened({"event": "back", "seat": seat})

    def finished(self, record: MatchRecord) -> None:
        """Adds the record of the finished match to the ledger, and stops the match."""
        try:
            at = int(time.time())
            self._ledger.happened({"event": "finished", "at": at, "record": encode_record(record).hex()})
        except ArenaError as error:
            self.failed(error)
        self.end()

    def failed(self, error: BaseException) -> None:
        """Records the reason why the match cannot continue, and stops it."""
        self._troubled(error)
        self.end()

    async def _begun(self) -> None:
        """Prepares the bots, and begins or continues the match; after an error, records the reason in `trouble`."""
        facts = self._ledger.facts
        try:
            if self._ending:
                await asyncio.wait((self._ending,))
            bots = [await self._bot(seat.bot) if seat.bot else None for seat in facts.seats]
            substitute = await self._bot(facts.terms.substitute)
            if facts.state == OPEN:
                self._ledger.happened(self._began(bots, substitute))
            self._demand_same(bots, substitute)
            people = [
                None if one is None else Person(self._bank_ms(seat), substitute, one, seat.given)
                for seat, one in zip(facts.seats, facts.substitutes, strict=True)
            ]
            seats = [bot or person for bot, person in zip(bots, people, strict=True)]
            beginning = Beginning(facts.spec(), facts.seeds, [one for one in seats if one], facts.course())
            self._ledger.story()
            game = self._means.create_game(facts.terms.game)
            self._playing = Playing(game, beginning, self, self._means.bots.launch)
        except (ArenaError, OSError) as error:
            self._troubled(error)
            if facts.state == OPEN:
                with suppress(ArenaError):  # with a full disk people stay ready; the next `ready` begins the match
                    self._ledger.happened(
                        *({"event": "ready", "seat": seat, "ready": False} for seat in facts.terms.people())
                    )
        finally:
            self._beginning = None
            self._ledger.tell()

    async def _bot(self, name: str) -> Manifest:
        return await asyncio.to_thread(self._means.bots.ready, name, self._ledger.facts.terms.game)

    def _bank_ms(self, seat: Seat) -> int | None:
        """Returns the remaining time in ms of the person at a seat; None without a clock."""
        return self._ledger.facts.terms.bank_ms if seat.bank_ms is None else seat.bank_ms

    def _began(self, bots: Sequence[Manifest | None], substitute: Manifest) -> Event:
        players, substitutes = entrants([seat.name for seat in self._ledger.facts.seats], bots, substitute)
        return {
            "event": "began",
            "rules_version": GAMES[self._ledger.facts.terms.game].info.rules_version,
            "entrants": [told_entrant(one) for one in players],
            "substitutes": [one and told_entrant(one) for one in substitutes],
        }

    def _demand_same(self, bots: Sequence[Manifest | None], substitute: Manifest) -> None:
        """Raises ArenaError [other-bot] if the files of a bot have changed since the match began."""
        facts = self._ledger.facts
        pairs = [*zip(bots, facts.entrants, strict=True), *((substitute, one) for one in facts.substitutes)]
        for bot, entrant in pairs:
            if bot and entrant and bot.content_hash != entrant.content_hash:
                raise ArenaError(
                    "other-bot",
                    f"the files of {bot.name} have changed since this match began",
                    "restore the bot's files and load the page again, or close the table",
                )

    def _troubled(self, error: BaseException) -> None:
        self._game_failed = isinstance(error, GameFault)
        self.trouble = _trouble_of(error)

    async def _until(self, there: Callable[[], bool]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(TAKEN_WITHIN_S):
                while not there():
                    await self._ledger.changed.wait()

    def _number(self, seat: int) -> int:
        """Returns the number that the seat's present choice will have among all actions of the match, counted from 0.

        For a seat that need not choose now, returns the number of the match's next action.
        """
        story = self._ledger.story()
        asked = story.asked()
        return story.count + (asked.index(seat) if seat in asked else 0)

    def _demand_playing(self) -> Playing:
        if not self._playing:
            why = self.trouble or "the match is being started"
            self.try_again()
            raise ArenaError("halted", why, None if self._game_failed else "try again in a moment")
        return self._playing


def _told(one: Fault | Handover) -> Event:
    return told_fault(one) if isinstance(one, Fault) else told_handover(one)


def _trouble_of(error: BaseException) -> str:
    """Returns the sentence about a failure for the people at the table.

    If the game's code failed, the sentence does not say why. The message of the error is then only logged, because it
    contains the random seed of the match.
    """
    if isinstance(error, GameFault):
        LOG.error(error.message)
        return "the game failed; whoever runs this server can read why"
    if isinstance(error, ArenaError):
        return error.message
    return f"this machine reports: {error}" if isinstance(error, OSError) else f"the arena failed: {error}"
