"""A pool of bot processes that answer viewers' questions; each process is kept for a while after a question.

Rule: a process gets questions about one seat of one match only, so a bot remembers only what that seat may know.
"""

import asyncio
from collections import OrderedDict
from typing import Final, NamedTuple

from arena.asking.bots import not_built
from arena.asking.decision import BANK_MS, Decision
from arena.asking.respondent import Reply, Respondent
from arena.building.building import already_built
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.sandbox.box import Box

MOST_AT_ONCE: Final = 2
"""The most bots that compute an answer at the same time."""
MOST_IDLE: Final = 4
"""The maximum number of idle processes that the pool keeps for further questions."""
IDLE_S: Final = 60.0
"""The seconds for which an idle process is kept for a further question."""
MS: Final = 1_000


class Place(NamedTuple):
    """The key of a process in the pool; the process answers questions about this seat of this match only."""

    match: bytes
    seat: int
    bot: bytes
    """The bot's content hash."""


class Waiting(NamedTuple):
    """An idle process that waits for a further question, and the timer that ends it."""

    respondent: Respondent
    until: asyncio.TimerHandle


class Respondents:
    """The pool of all bot processes that answer questions for one server."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._thinking = asyncio.Semaphore(MOST_AT_ONCE)
        self._waiting: OrderedDict[Place, Waiting] = OrderedDict()
        """The idle processes kept for further questions, starting with the one idle for longest."""
        self._leaving: set[asyncio.Task[None]] = set()

    async def ask(self, decision: Decision, bot: Manifest) -> Reply:
        """Returns the bot's reply to the decision.

        Raises ArenaError [bot-failed] if the bot fails or its action is illegal, and [not-built] if it is not built.
        """
        place = Place(decision.spec.id, decision.seat, bot.content_hash)
        async with self._thinking:
            respondent = self._taken(place) or await self._started(bot)
            try:
                reply = await _answered(respondent, decision, bot)
            except BaseException:
                self._dismiss(respondent)
                raise
            self._keep(place, respondent)
            return reply

    async def close(self) -> None:
        """Ends all idle processes; the caller may ask no further question."""
        for place in [*self._waiting]:
            self._give_up(place)
        await asyncio.gather(*self._leaving)

    def _taken(self, place: Place) -> Respondent | None:
        """Removes the process for this seat of a match from the pool, and returns it; None if there is none or it has
        failed.
        """
        waiting = self._waiting.pop(place, None)
        if waiting is None:
            return None
        waiting.until.cancel()
        if waiting.respondent.ready():
            return waiting.respondent
        self._dismiss(waiting.respondent)
        return None

    async def _started(self, bot: Manifest) -> Respondent:
        built = await asyncio.to_thread(already_built, bot)
        if built is None:
            raise not_built(bot)
        respondent = Respondent(built.launch(self._box))
        await respondent.__aenter__()
        try:
            await respondent.start()
        except BaseException:
            self._dismiss(respondent)
            raise
        return respondent

    def _keep(self, place: Place, respondent: Respondent) -> None:
        self._give_up(place)  # a question asked at the same time may have stored another respondent
        until = asyncio.get_running_loop().call_later(IDLE_S, self._give_up, place)
        self._waiting[place] = Waiting(respondent, until)
        if len(self._waiting) > MOST_IDLE:
            self._give_up(next(iter(self._waiting)))

    def _give_up(self, place: Place) -> None:
        waiting = self._waiting.pop(place, None)
        if waiting:
            waiting.until.cancel()
            self._dismiss(waiting.respondent)

    def _dismiss(self, respondent: Respondent) -> None:
        """Ends a process in the background, without waiting for it."""
        leaving = asyncio.create_task(respondent.__aexit__(None, None, None))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)


async def _answered(respondent: Respondent, decision: Decision, bot: Manifest) -> Reply:
    when, number = f"at step {decision.number}", respondent.next_match()
    respondent.begin(decision.spec.id, decision.start(number, respondent.wants()))
    reply = await respondent.ask(number, decision.turn(number, number, respondent.wants()), BANK_MS / MS, when)
    respondent.end(decision.end(number))
    if not decision.allows(reply.action):
        raise ArenaError(
            "bot-failed",
            f"{bot.name} failed {when}: it chose {reply.action}, which is not legal",
            "test the bot alone with arena check",
        )
    return reply
