"""Opponents in this process: Python bots, and functions of observations."""

from collections.abc import Callable
from os import PathLike, fspath
from pathlib import Path
from typing import Protocol, TypeAlias

from arena.bot import Bot, load
from arena.bot.playing import Seated, illegal
from arena.building.manifest import demand_game, find_manifest, read_manifest
from arena.errors import ArenaError
from arena.match import MatchRecord
from arena.training.matches import Matches, Observation

Policy: TypeAlias = Callable[[Observation], int]
"""What a seat does: a legal action, from what it observes."""
Opponent: TypeAlias = str | PathLike[str] | type[Bot] | Policy
"""The name of a house bot, the folder of a bot in Python, the class of one, or what it does."""


class Player(Protocol):
    """Plays one seat of one match."""

    def choose(self) -> int:
        """What it chooses, now that the match waits for it."""

    def end(self, record: MatchRecord) -> None:
        """Is told how the match has ended."""


class Following:
    """Plays as a policy says."""

    def __init__(self, policy: Policy, matches: Matches, seat: int) -> None:
        self._policy, self._matches, self._seat = policy, matches, seat

    def choose(self) -> int:
        """What the policy says; raises ArenaError [illegal-action]."""
        action = int(self._policy(self._matches.observation(self._seat)))
        legal = self._matches.match.legal
        if action not in legal:
            raise illegal(getattr(self._policy, "__name__", "the policy"), self._seat, action, legal)
        return action

    def end(self, record: MatchRecord) -> None:
        """No policy is told."""


def found(opponent: Opponent, game: str) -> type[Bot] | Policy:
    """The class of a bot where one is named, else what was given.

    Raises ArenaError [bot-not-found], [wrong-game], [bad-manifest], [bad-opponent].
    """
    if not isinstance(opponent, str | PathLike):
        if not callable(opponent):
            problem = f"an opponent is {opponent!r:.60}; expected a bot's name, folder or class, or a function"
            raise ArenaError("bad-opponent", problem, "docs/train.md shows each")
        return opponent
    bot = read_manifest(find_manifest(fspath(opponent), Path.cwd(), game))
    demand_game(bot, game)
    return load(bot.folder)


def seated(opponent: type[Bot] | Policy, matches: Matches, seat: int) -> Player:
    """One that plays a seat of the match that has begun."""
    if isinstance(opponent, type):
        return Seated(opponent, matches.match, seat, matches.bot_seed(seat))
    return Following(opponent, matches, seat)
