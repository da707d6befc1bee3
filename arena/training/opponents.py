"""Plays opponents in this process: bots in Python, or functions that return actions for observations."""

from collections.abc import Callable
from os import PathLike, fspath
from pathlib import Path
from typing import Protocol, TypeAlias

from arena.bot import Bot, load
from arena.bot.local_match import Seated, illegal
from arena.building.manifest import demand_game, find_manifest, read_manifest
from arena.errors import ArenaError
from arena.match import MatchRecord
from arena.training.matches import Matches, Observation

Policy: TypeAlias = Callable[[Observation], int]
"""A function that returns a legal action for an observation."""
Opponent: TypeAlias = str | PathLike[str] | type[Bot] | Policy
"""An opponent: the name of a house bot, the folder of a bot in Python, the class of a bot, or a policy."""


class Player(Protocol):
    """The player of one seat in one match."""

    def choose(self) -> int:
        """Returns the action that the player chooses; may be called only when its seat has the turn."""

    def end(self, record: MatchRecord) -> None:
        """Reports the result of the match to the player."""


class Following:
    """A player that chooses by calling a policy."""

    def __init__(self, policy: Policy, matches: Matches, seat: int) -> None:
        self._policy, self._matches, self._seat = policy, matches, seat

    def choose(self) -> int:
        """Returns the action that the policy returns; raises ArenaError [illegal-action] if this action is not
        legal.
        """
        action = int(self._policy(self._matches.observation(self._seat)))
        legal = self._matches.match.legal
        if action not in legal:
            raise illegal(getattr(self._policy, "__name__", "the policy"), self._seat, action, legal)
        return action

    def end(self, record: MatchRecord) -> None:
        """Does nothing, because policies do not receive the results of matches."""


def found(opponent: Opponent, game: str) -> type[Bot] | Policy:
    """Returns the bot class for a bot's name or folder; an opponent that is already a class or a policy is returned
    unchanged.

    Raises ArenaError [bot-not-found], [wrong-game], [bad-manifest], [bad-opponent].
    """
    if not isinstance(opponent, str | PathLike):
        if not callable(opponent):
            problem = f"an opponent is {opponent!r:.60}; expected a bot's name, folder or class, or a function"
            raise ArenaError("bad-opponent", problem, "choose one of the kinds of opponents that docs/train.md shows")
        return opponent
    bot = read_manifest(find_manifest(fspath(opponent), Path.cwd(), game))
    demand_game(bot, game)
    return load(bot.folder)


def seated(opponent: type[Bot] | Policy, matches: Matches, seat: int) -> Player:
    """Returns a player for one seat in the present match."""
    if isinstance(opponent, type):
        return Seated(opponent, matches.match, seat, matches.bot_seed(seat))
    return Following(opponent, matches, seat)
