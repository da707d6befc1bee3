"""Asks bots for their choices at positions, with one process for each bot.

Rule 1: at each position, every bot gets a seed of its own, unlike that of the other bots. So two bots that choose at
random, as starters do, agree only by chance.
Rule 2: a bot that fails at a position is restarted for the next one. A bot that fails often, or takes too long in all,
is asked at no further positions, and a note reports this.
"""

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

from arena.asking.decision import Decision
from arena.asking.respondent import Respondent
from arena.errors import ArenaError
from arena.transport import Launch

ANSWER_S: Final = 20.0
ENOUGH_S: Final = 300.0
"""The maximum time in seconds that a bot may take for all positions of a game; after this time it gets no further
positions.
"""
MOST_FAILURES: Final = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """The choices of one bot, with a note on its failures."""

    choices: tuple[int | None, ...]
    """The choice at each position; None if the bot failed there, or was no longer asked."""
    note: str = ""
    """A sentence that describes how the bot failed; empty if it did not fail."""


async def ask_all(launch: Launch, name: str, decisions: Sequence[Decision]) -> Asked:
    """Asks a bot for its choices at all positions. At each position, the bot gets a seed that is derived from the
    position and from `name`, the bot's name.

    A failure of the bot becomes a note and raises no error.
    """
    choices: list[int | None] = []
    failures: list[str] = []
    until = time.monotonic() + ENOUGH_S
    while len(choices) < len(decisions) and len(failures) < MOST_FAILURES and time.monotonic() < until:
        try:
            async with AsyncExitStack() as stack:
                respondent = await stack.enter_async_context(Respondent(launch))
                await respondent.start()
                while len(choices) < len(decisions) and time.monotonic() < until:
                    choices.append(await _answer(respondent, name, decisions[len(choices)]))
        except ArenaError as error:
            failures.append(error.message.partition("\n")[0])
            choices.append(None)
    note = ""
    if len(choices) < len(decisions) or failures:
        answered = sum(choice is not None for choice in choices)
        why = failures[-1] if failures else f"it takes more than {ENOUGH_S:.0f} s"
        note = f"answered at {answered} of {len(decisions)} positions: {why}"
    return Asked((*choices, *[None] * len(decisions))[: len(decisions)], note)


async def _answer(respondent: Respondent, name: str, decision: Decision) -> int:
    number = respondent.next_match()
    respondent.begin(decision.spec.id, decision.start(number, respondent.wants(), name))
    when = f"at step {decision.number}"
    reply = await respondent.ask(number, decision.turn(number, number, respondent.wants()), ANSWER_S, when)
    respondent.end(decision.end(number))
    if not decision.allows(reply.action):
        raise ArenaError(
            "bot-failed",
            f"{when} the bot chose the illegal action {reply.action}",
            "test the bot alone with arena check",
        )
    return reply.action
