# ruff: noqa: D102  # as `Hosting` says
"""A match in which bots choose by chance, without their programs: for trying pages."""

import asyncio
from collections.abc import Callable
from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.league.manifest import Manifest
from arena.match import Match
from arena.tables.hosting import Begin, Beginning, Owed, Told


class Pretending:
    """Plays by itself whatever is not a person's."""

    def __init__(self, match: Match, beginning: Beginning, told: Told) -> None:
        self._match, self._told = match, told
        self._bots = {seat for seat, bot in enumerate(beginning.bots) if bot} | set(beginning.given or {})
        self._clock = beginning.clock
        self._chance = Chance(bytes(16))
        self._task = asyncio.create_task(self._play())

    def owed(self, seat: int) -> Owed | None:
        return Owed(self._clock and self._clock["bank_ms"]) if self._match.actor == seat else None

    def choose(self, seat: int, action: int) -> None:  # noqa: ARG002
        self._match.choose(action)
        self._told.progressed(self._match)
        self._again()

    def give(self, seat: int, bot: Manifest) -> None:  # noqa: ARG002
        self._bots.add(seat)
        self._again()

    def take_back(self, seat: int) -> None:
        self._bots.discard(seat)

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _again(self) -> None:
        if self._task.done():
            self._task = asyncio.create_task(self._play())

    async def _play(self) -> None:
        match = self._match
        while match.actor in self._bots:
            await asyncio.sleep(0.02)
            if match.actor in self._bots:
                match.choose(self._chance.pick("pretend", len(match.actions), match.legal))
                self._told.progressed(match)
        if match.actor is None:
            self._told.finished(match.record())


def pretend(create: Callable[[str], Game[Any, Any]]) -> Begin:
    """Begins such matches."""

    def begin(beginning: Beginning, told: Told) -> Pretending:
        match = Match(beginning.spec, create(beginning.spec.game))
        for action in beginning.actions:
            match.choose(action)
        return Pretending(match, beginning, told)

    return begin
