"""A cache of bots' replies: the server sends a bot the same decision only once, and limits the number of open
questions.
"""

import asyncio
from collections import OrderedDict
from typing import Final, NamedTuple

from arena.asking.decision import Decision
from arena.asking.respondent import Reply
from arena.asking.respondents import Respondents
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.sandbox.box import Box

MOST_OPEN: Final = 8
"""The most questions that may wait for a bot's reply at the same time; a further question fails with [busy]."""
MOST_KEPT: Final = 4_096
"""The most replies that the cache keeps; for a further reply, the oldest reply is dropped."""


class Question(NamedTuple):
    """The key of the cache of replies: a decision, and the bot that is asked to make it."""

    decision: bytes
    """The digest of all data about the decision that the bot receives (`Decision.digest`)."""
    bot: bytes
    """The bot's content hash."""


class Answers:
    """Sends questions to bots on behalf of one server, and caches the bots' replies."""

    def __init__(self, box: Box) -> None:
        self._respondents = Respondents(box)
        self._kept: OrderedDict[Question, Reply] = OrderedDict()
        self._open: dict[Question, asyncio.Task[Reply]] = {}
        self._stopped = False

    async def ask(self, decision: Decision, bot: Manifest) -> Reply:
        """Returns the bot's reply to the decision, from the cache if possible; raises ArenaError [bot-failed],
        [not-built], [busy], [ended].
        """
        question = Question(decision.digest(), bot.content_hash)
        if question in self._kept:
            return self._kept[question]
        if self._stopped:
            raise _ended()
        if question not in self._open:
            if len(self._open) >= MOST_OPEN:
                raise ArenaError(
                    "busy",
                    f"the server cannot ask the bot now, because {len(self._open)} questions are waiting for an "
                    "answer, which is the limit",
                    "repeat the request in a few seconds",
                )
            self._open[question] = asyncio.create_task(self._put(question, decision, bot))
            self._open[question].add_done_callback(lambda _: self._open.pop(question))
        task = self._open[question]
        try:
            return await asyncio.shield(task)  # if one request is cancelled, others may still wait for the answer
        except asyncio.CancelledError:
            if task.cancelled():
                raise _ended() from None
            raise

    def stop(self) -> None:
        """Cancels all open questions, and refuses further ones: callers of `ask` get ArenaError [ended]."""
        self._stopped = True
        for task in self._open.values():
            task.cancel()

    async def close(self) -> None:
        """Cancels all open questions, and ends all bot processes."""
        self.stop()
        await asyncio.gather(*self._open.values(), return_exceptions=True)
        await self._respondents.close()

    async def _put(self, question: Question, decision: Decision, bot: Manifest) -> Reply:
        reply = self._kept[question] = await self._respondents.ask(decision, bot)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return reply


def _ended() -> ArenaError:
    return ArenaError(
        "ended",
        "the server cannot ask the bot, because the server is stopping",
        "start the server again with arena serve",
    )
