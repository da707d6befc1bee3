"""A table with its journal, and its match as any viewer may see it.

Rule: only events change a table; each is written, then taken in, then shown.
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
    """One table: its journal, its facts, and the match as viewers see it."""

    def __init__(self, facts: Facts, journal: Journal, create_game: Callable[[str], Game[Any, Any]]) -> None:
        self.facts = facts
        self.changed = asyncio.Event()
        """The event that is set when there is something new to see; a new event then replaces it."""
        self._journal, self._create_game = journal, create_game
        self._story: Story | None = None

    def clock(self) -> ClockData | None:
        """The clock of the people at the table; None if they have no limit."""
        bank_ms = self.facts.terms.bank_ms
        return None if bank_ms is None else {"bank_ms": bank_ms, "increment_ms": 0}

    def count(self) -> int:
        """The number of frames of the match so far, 0 before it begins; raises ArenaError [other-rules]."""
        return self.story().count + 1 if self.facts.entrants else 0

    def story(self) -> Story:
        """The match so far; raises ArenaError [not-begun] before it begins, [other-rules]."""
        if not self.facts.entrants:
            raise ArenaError("not-begun", "the match has not begun", "it begins when all are ready")
        if self._story is None:
            facts = self.facts
            facts.demand_same_rules()
            self._story = Story(self._create_game(facts.terms.game), facts.spec(), self.clock())
            for action in facts.actions:
                self._story.take(action, facts.faults)
        return self._story

    def document(self, eyes: Eyes) -> str:
        """The replay document of the match so far for these eyes, as JSON text."""
        return self.story().document(eyes, self.facts.course(), self.facts.record)

    def spec(self, eyes: Eyes) -> str:
        """The match's description for these eyes, with the result if it is over, as JSON text."""
        return self.story().spec(eyes, self.facts.course(), self.facts.record)

    def frames(self, eyes: Eyes, begin: int, end: int) -> str:
        """The frames for these eyes from number `begin` to before `end`, as JSON text."""
        return f"[{','.join(self.story().frames(eyes)[begin:end])}]"

    def forget(self) -> None:
        """Frees the memory of the story, which is built again when somebody looks at it."""
        self._story = None

    def tell(self) -> None:
        """Wakes all followers of the table, because there is something new to see."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def kept(self) -> None:
        """Waits until all events that were added so far are on the disk."""
        await self._journal.kept()

    def happened(self, *events: Event) -> None:
        """Adds events to the journal, changes the facts by them, wakes followers; raises ArenaError [no-room]."""
        self._journal.add(*events)
        for event in events:
            self.facts.take(event)
            if event["event"] == "taken" and self._story:
                self._story.take(event["action"], self.facts.faults)
        self.tell()

    async def close(self) -> None:
        """Closes the journal; no event can be added after that."""
        with suppress(OSError):
            await self._journal.kept()
        self._journal.close()
