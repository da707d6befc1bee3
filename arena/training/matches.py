"""Deals the matches of a training environment, and returns their observations and rewards."""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias, TypedDict

import numpy as np
from numpy.typing import NDArray

from arena.derived import derived
from arena.errors import ArenaError
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.games.finding import find_game_named
from arena.games.registry import create_game
from arena.match import Entrant, Match, MatchSpec
from arena.match.trial import trial_deal, trial_id
from arena.training.numbers.layout import Part
from arena.training.numbers.readers import reader_of
from arena.training.rewards import ILLEGAL, Rewards

MOST_ACTIONS: Final = 1 << 20
"""The most actions that a game may have in a training environment. The number is limited because each observation has a
mask with a number for each action.
"""
BOT_SEED_BYTES: Final = 8

MakeMatch: TypeAlias = Callable[[MatchSpec, Game[Any, Any]], Match]


class Observation(TypedDict):
    """The observation of a seat: all data that the seat may know, as numbers, and a mask with a 1 for each action that
    the seat may choose.
    """

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class Matches:
    """The matches of one environment, dealt one after another, with the observations of the present match."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        edition: str | None,
        seed: int | None,
        rewards: Rewards,
        make: MakeMatch = Match,
    ) -> None:
        """Prepares the matches. `game` is the key of a game, or the path of its file. If `seats` or `edition` is None,
        the fewest seats or the first edition is used.

        Raises ArenaError [unknown-game], [bad-game], [bad-seats], [bad-edition], [many-actions].
        """
        self.game = create_game(find_game_named(game, Path.cwd()))
        info = self.game.info
        self.seats = info.seats[0] if seats is None else seats
        self.edition = info.editions[0] if edition is None else edition
        self.actions = info.action_space
        if self.actions > MOST_ACTIONS:
            problem = f"{info.title} has {self.actions:,} actions; an action mask has room for at most {MOST_ACTIONS:,}"
            raise ArenaError("many-actions", problem, "change the game so that it has fewer actions")
        self._reader = reader_of(self.game, self.seats, self.edition)
        self._rewards, self._make = rewards, make
        self._seed = secrets.randbits(32) if seed is None else int(seed)
        self._number = -1
        """The number of matches that were dealt from the present seed before the present match; -1 before the first
        match.
        """
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """Returns the match that is being played; raises ArenaError [not-begun] if there is none yet."""
        if self._match is None:
            raise ArenaError(
                "not-begun", "the environment does not have a match yet", "call the environment's method reset first"
            )
        return self._match

    def parts(self) -> list[Part]:
        """Returns the rows that make up an observation, in order."""
        return list(self._reader.parts)

    def begin(self, seed: int | None) -> None:
        """Deals a match. With `seed`, this is the first match of a new sequence, the same match that `arena play
        --seed` plays with this seed. Without `seed`, it is the next match of the present sequence.
        """
        if seed is not None:
            self._seed, self._number = int(seed), -1
        self._number += 1
        first = self._number == 0
        info = self.game.info
        spec = MatchSpec(
            id=trial_id(self._seed),
            game=info.key,
            rules_version=info.rules_version,
            edition=self.edition,
            components=bytes(SEED_BYTES),
            deal=trial_deal(self._seed) if first else derived(SEED_BYTES, "training", self._seed, self._number),
            entrants=tuple([Entrant(f"seat {seat}", "", b"") for seat in range(self.seats)]),
        )
        self._match = self._make(spec, self.game)
        self._reader.begin(self._match.view(0))

    def bot_seed(self, seat: int) -> int:
        """Returns the seed for the bot that plays this seat in the present match."""
        return int.from_bytes(derived(BOT_SEED_BYTES, "training-bot", self._seed, self._number, seat), "big")

    def number(self) -> int:
        """Returns the number of matches that were dealt from the present seed before the present match."""
        return self._number

    def observation(self, seat: int) -> Observation:
        """Returns the observation of a seat. Its mask has a 1 for each action that the seat may choose; it is all 0
        while the seat need not choose.
        """
        match = self.match
        mask = np.zeros(self.actions, np.int8)
        if legal := match.legal_of(seat):
            mask[list(legal)] = 1
        return {"observation": self._reader.numbers(match.view(seat)), "action_mask": mask}

    def rewards(self, forfeited: Sequence[int] = ()) -> list[float]:
        """Returns the rewards of all seats, by seat, at the end of the match.

        `forfeited`: the seats that ended the match by an illegal action; empty if the match ended by the rules.
        """
        if forfeited:
            return [ILLEGAL if seat in forfeited else 0.0 for seat in range(self.seats)]
        return [float(reward) for reward in self._rewards(self.match.record())]
