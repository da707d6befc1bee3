"""Gymnasium's environment for one seat of a game, with bots or functions as players of the other seats."""

from collections.abc import Sequence
from typing import Any

from gymnasium import Env

from arena.errors import ArenaError
from arena.training.matches import Matches, Observation
from arena.training.numbers.layout import Part
from arena.training.opponents import Opponent, Player, found, seated
from arena.training.spaces import action_space, metadata_of, observation_space


class AloneEnv(Env[Observation, int]):
    """The environment of the learner's seat. An observation has the arrays `observation`, the data as numbers, and
    `action_mask`, with a 1 for each legal action.
    """

    def __init__(self, matches: Matches, opponents: Sequence[Opponent], seat: int | None) -> None:
        """Prepares the environment. `opponents`: the players of the other seats, in order. `seat`: the learner's seat;
        None means that the learner changes to the next seat with each match.

        Raises ArenaError [bad-seats], [bot-not-found], [wrong-game], [bad-manifest], [bad-opponent].
        """
        if seat is not None and not 0 <= seat < matches.seats:
            problem = f"seat {seat} does not exist in a match of {matches.seats} seats"
            raise ArenaError(
                "bad-seats", problem, f"give a seat from 0 to {matches.seats - 1}, or None to take all seats in turn"
            )
        self.metadata = metadata_of(matches)
        self.matches = matches
        self.observation_space = observation_space(matches)  # type: ignore[assignment]  # gymnasium types a Dict space's values as spaces
        self.action_space = action_space(matches)
        self._opponents = [found(opponent, matches.game.info.key) for opponent in opponents]
        self._always = seat
        self._players: dict[int, Player] = {}
        self.seat = seat or 0
        """The learner's seat in the present match."""

    def rows(self) -> list[Part]:
        """Returns the rows that make up `observation`, in order: the name, offset, length and meaning of each."""
        return self.matches.parts()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals a match, and plays it up to the learner's first turn. With `seed`, this is the first match of a new
        sequence, the same match that `arena play --seed` plays with this seed. Without `seed`, it is the next match of
        the present sequence.

        Raises ArenaError [illegal-action] if an opponent chose an illegal action.
        """
        super().reset(seed=seed, options=options)
        matches = self.matches
        matches.begin(seed)
        if self._always is None:
            self.seat = matches.number() % matches.seats
        others = [seat for seat in range(matches.seats) if seat != self.seat]
        self._players = {
            seat: seated(opponent, matches, seat) for seat, opponent in zip(others, self._opponents, strict=True)
        }
        self._play_on()
        return matches.observation(self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action, and lets the other seats play up to the learner's next turn or the end. Returns
        the values that Gymnasium's API requires.

        An illegal action of the learner ends the match. Raises ArenaError [not-begun] if `reset` has not been called,
        and [illegal-action] if an opponent chose an illegal action.
        """
        matches, match, own = self.matches, self.matches.match, self.seat
        if match.actor is not None and not match.choose(int(action)):
            return matches.observation(own), matches.rewards([own])[own], True, False, {"illegal": action}
        self._play_on()
        over = match.actor is None
        return matches.observation(own), matches.rewards()[own] if over else 0.0, over, False, {}

    def _play_on(self) -> None:
        """Lets the other seats choose until it is the learner's turn or the match is over."""
        match = self.matches.match
        while (actor := match.actor) is not None and actor != self.seat:
            match.choose(self._players[actor].choose())
        if match.actor is None:
            record = match.record()
            for player in self._players.values():
                player.end(record)
