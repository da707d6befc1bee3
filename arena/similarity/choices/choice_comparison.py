"""Compares the choices of bots at the same positions with each other and with house bots, game by game."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from arena.asking.decision import Decision
from arena.building.building import build_copy
from arena.building.builds.build_limits import Terms
from arena.building.field import house_bots_of
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.games.registry import GAMES
from arena.sandbox.box import Box
from arena.similarity.choices.agreement import AlikeChoices, Choices, Position, compare_choices
from arena.similarity.choices.bot_choices import Asked, ask_all
from arena.similarity.choices.positions import positions

MOST_AT_ONCE: Final = 2
"""The maximum number of bots that run at the same time."""
FEWEST: Final = 2
"""The minimum number of bots for a comparison."""

Tell = Callable[[str], None]


class Built(NamedTuple):
    """The bots that were built, by name, and notes on the bots that could not be built."""

    bots: Mapping[str, Manifest]
    notes: Mapping[str, str]
    """The reason why a bot could not be built, as a sentence, by the bot's name."""


class Compared(NamedTuple):
    """The result of comparing bots' choices: the agreement of each pair, and notes on bots that failed."""

    pairs: tuple[AlikeChoices, ...]
    notes: Mapping[str, tuple[str, ...]]
    """Sentences with the reasons why a bot was not built, or did not answer at all positions, by the bot's name."""


def build_bots(bots: Mapping[str, Manifest], box: Box, tell: Tell = lambda _: None) -> Built:
    """Copies the bots and builds them in the sandbox `box`, one after the other; a failure becomes a note."""
    there, notes = {}, {}
    for name, bot in bots.items():
        try:
            there[name] = build_copy(bot, tell, Terms.at(box.level))
        except ArenaError as error:
            notes[name] = f"not asked: {error.message.splitlines()[0]}"
    return Built(there, notes)


async def compare_bots(built: Built, box: Box, tell: Tell = lambda _: None) -> Compared:
    """Asks all bots for their choices, game by game, and compares each pair of bots that can play the game."""
    pairs: list[AlikeChoices] = []
    notes = {name: [note] for name, note in built.notes.items()}
    for game in GAMES:
        playing = {name: bot for name, bot in built.bots.items() if not bot.games or game in bot.games}
        if len(playing) < FEWEST:
            continue
        decisions = await positions(game)
        tell(f"asking {len(playing)} bots at {len(decisions)} positions of {GAMES[game].info.title}")
        compared = {bot.content_hash for bot in playing.values()}
        house = {bot.name: bot for bot in house_bots_of(game) if bot.content_hash not in compared}
        asked, known = await _ask(playing, box, decisions), await _ask(house, box, decisions)
        for name, answers in asked.items():
            if answers.note:
                notes.setdefault(name, []).append(f"{game}: {answers.note}")
        pairs += compare_choices(game, _positions(decisions), _choices(asked), _choices(known))
    return Compared(tuple(pairs), {name: tuple(told) for name, told in notes.items()})


def _choices(asked: Mapping[str, Asked]) -> dict[str, Choices]:
    return {name: answers.choices for name, answers in asked.items()}


async def _ask(bots: Mapping[str, Manifest], box: Box, decisions: Sequence[Decision]) -> dict[str, Asked]:
    at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def ask(name: str, bot: Manifest) -> Asked:
        async with at_once:
            return await ask_all(bot.launch(box), name, decisions)

    answers = await asyncio.gather(*(ask(name, bot) for name, bot in bots.items()))
    return dict(zip(bots, answers, strict=True))


def _positions(decisions: Sequence[Decision]) -> list[Position]:
    matches = {decision.spec.id: None for decision in decisions}
    numbers = {match: number for number, match in enumerate(matches)}
    return [
        Position(numbers[decision.spec.id], len(decision.game.legal_actions(decision.state))) for decision in decisions
    ]
