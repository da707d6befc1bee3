"""Which bots choose alike: those that play a game are asked at the same positions, with the bots of the house."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from arena.authoring.asking.decision import Decision
from arena.errors import ArenaError
from arena.games.registry import GAMES
from arena.league.building import build_copy
from arena.league.builds.terms import Terms
from arena.league.manifest import Manifest
from arena.sandbox.box import Box
from arena.similarity.choices.agreement import AlikeChoices, Choices, Position, compare_choices
from arena.similarity.choices.asking import Asked, ask_all
from arena.similarity.choices.positions import house_bots_of, positions

MOST_AT_ONCE: Final = 2
"""Bots that are asked."""
FEWEST: Final = 2
"""Bots."""

Tell = Callable[[str], None]


class Compared(NamedTuple):
    """What came out."""

    pairs: tuple[AlikeChoices, ...]
    notes: Mapping[str, tuple[str, ...]]
    """By bot, why it was not asked or did not answer, in sentences."""


async def compare_bots(bots: Mapping[str, Manifest], box: Box, tell: Tell = lambda _: None) -> Compared:
    """The pairs of bots, game by game; each bot plays as in a league, from a copy that is built in the box."""
    pairs: list[AlikeChoices] = []
    notes: dict[str, list[str]] = {name: [] for name in bots}
    there = await asyncio.to_thread(_built, bots, box, tell, notes)
    for game in GAMES:
        playing = {name: bot for name, bot in there.items() if not bot.games or game in bot.games}
        if len(playing) < FEWEST:
            continue
        decisions = await positions(game)
        tell(f"asking {len(playing)} bots at {len(decisions)} positions of {GAMES[game].info.title}")
        compared = {bot.content_hash for bot in playing.values()}
        house = {bot.name: bot for bot in house_bots_of(game) if bot.content_hash not in compared}
        asked, known = await _ask(playing, box, decisions), await _ask(house, box, decisions)
        for name, answers in asked.items():
            notes[name] += [f"{game}: {answers.note}"] if answers.note else []
        pairs += compare_choices(game, _positions(decisions), _choices(asked), _choices(known))
    return Compared(tuple(pairs), {name: tuple(told) for name, told in notes.items() if told})


def _built(bots: Mapping[str, Manifest], box: Box, tell: Tell, notes: Mapping[str, list[str]]) -> dict[str, Manifest]:
    there = {}
    for name, bot in bots.items():
        try:
            there[name] = build_copy(bot, tell, Terms.at(box.level))
        except ArenaError as error:
            notes[name].append(f"not asked: {error.message.splitlines()[0]}")
    return there


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
