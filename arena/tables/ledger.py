"""A table's journal and state, and its match in the form that viewers see.

Rule: only events change a table. Each event is first written to the journal, then changes the state, and is then shown
to viewers.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match.document import ClockData
from arena.match.frames import Eyes
from arena.tables.facts import Facts
from arena.tables.journal import Event, Journal
from arena.tables.story import Story


class Ledger:
    """The journal and state of one table, and its match in the form that viewers see."""

    def __init__(self, facts: Facts, journal: Journal, create_game: Callable[[str], Game[Any, Any]]) -> None:
        self.facts = facts
        self.changed = asyncio.Event()
        """The event that viewers wait for. `tell` sets it, and replaces it by a new, unset event."""
        self._journal, self._create_game = journal, create_game
        self._story: Story | None = None

    def clock(self) -> ClockData | None:
        """The clock settings for people at the table; None if their time is not limited."""
        bank_ms = self.facts.terms.bank_ms
        return None if bank_ms is None else {"bank_ms": bank_ms, "increment_ms": 0}

    def count(self) -> int:
        """The number of frames (displayed steps) of the match so far, 0 before it begins; raises ArenaError
        [other-rules].
        """
        return self.story().count + 1 if self.facts.entrants else 0

    def story(self) -> Story:
        """Returns the steps and frames (displayed steps) of the match so far.

        Raises ArenaError [not-begun] before the match begins, and [other-rules] if this release has other rules or
        component data than the match.
        """
        if not self.facts.entrants:
            raise ArenaError(
                "not-begun",
                "the match has not begun",
                "wait until all people at the table are ready; the match then begins",
            )
        if self._story is None:
            facts = self.facts
            facts.demand_same_rules()
            self._story = Story(self._create_game(facts.terms.game), facts.spec(), self.clock())
            for action in facts.actions:
                self._story.take(action, facts.faults)
        return self._story

    def document(self, eyes: Eyes) -> str:
        """Returns the replay document of the match so far as JSON text, with only the information that this kind of
        viewer (`eyes`) may see.
        """
        return self.story().document(eyes, self.facts.course(), self.facts.record)

    def spec(self, eyes: Eyes) -> str:
        """Returns the description of the match as JSON text, with only the information that this kind of viewer
        (`eyes`) may see, and with the result once the match is over.
        """
        return self.story().spec(eyes, self.facts.course(), self.facts.record)

    def frames(self, eyes: Eyes, begin: int, end: int) -> str:
        """Returns the frames (displayed steps) of the match from number `begin` to before `end`, as JSON text.

        Each frame contains only the information that this kind of viewer (`eyes`) may see.
        """
        return f"[{','.join(self.story().frames(eyes)[begin:end])}]"

    def forget(self) -> None:
        """Frees the memory of the match's steps and frames, which are built again for the next viewer."""
        self._story = None

    def tell(self) -> None:
        """Wakes all followers of the table, because they can see something new."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def kept(self) -> None:
        """Waits until all events that were added so far are on the disk."""
        await self._journal.kept()

    def happened(self, *events: Event) -> None:
        """Adds events to the journal, updates the state by them, and wakes the followers; raises ArenaError
        [no-room].
        """
        self._journal.add(*events)
        for event in events:
            self.facts.take(event)
            if event["event"] == "taken" and self._story:
                self._story.take(event["action"], self.facts.faults)
        self.tell()

    async def close(self) -> None:
        """Closes the journal, so that no event can be added any more."""
        with suppress(OSError):
            await self._journal.kept()
        self._journal.close()
