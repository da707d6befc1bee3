"""PettingZoo's parallel environment, in which all seats that choose at the same time act in one step."""

from collections.abc import Mapping
from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import ParallelEnv

from arena.training.matches import Matches, Observation
from arena.training.numbers.layout import Part
from arena.training.spaces import agent_names, metadata_of, spaces_of

Infos = dict[str, dict[str, Any]]


class TogetherEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment of a game in which several seats may act together; agent `seat_0` is seat 0, and so on.

    In a step, every seat with a 1 in its mask acts: all seats that choose at the same time, or the single seat that has
    the turn. The actions of other seats are ignored.
    """

    def __init__(self, matches: Matches) -> None:
        super().__init__()
        self.metadata = metadata_of(matches)
        self.matches = matches
        self.possible_agents = agent_names(matches.seats)
        self.agents: list[str] = []
        self._observation_spaces, self._action_spaces = spaces_of(matches, self.possible_agents)

    def rows(self) -> list[Part]:
        """Returns the rows of `observation`, in order: name, offset, length, and meaning of each."""
        return self.matches.parts()

    def observation_space(self, agent: str) -> Dict:
        """Returns the space of an agent's observations: the numbers that `rows` describes, and a mask with a 0 or 1 for
        each action of the game.
        """
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Returns the space of an agent's actions: the game's actions, by their numbers."""
        return self._action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are no options
    ) -> tuple[dict[str, Observation], Infos]:
        """Deals a match, and returns the first observation of each agent. With `seed`, this is the first match of a new
        sequence, the same match that `arena play --seed` plays with this seed. Without `seed`, it is the next match of
        the present sequence.
        """
        self.matches.begin(seed)
        self.agents = [*self.possible_agents]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Takes the action of each seat that chooses now; returns what PettingZoo requires: each agent's observation,
        reward, termination, truncation and info.

        An illegal action ends the match. Then no action of this step is played, and the info of each agent that chose
        illegally contains its action as `illegal`.
        """
        match, agents = self.matches.match, self.agents
        infos: Infos = {agent: {} for agent in agents}
        asked = [seat for seat, _ in match.waiting()]
        illegal = [seat for seat in asked if int(actions[agents[seat]]) not in match.legal_of(seat)]
        for seat in illegal:
            infos[agents[seat]]["illegal"] = actions[agents[seat]]
        for seat in [] if illegal else asked:
            match.choose_for(seat, int(actions[agents[seat]]))
        over = bool(illegal) or match.actor is None
        rewards = self.matches.rewards(illegal) if over else [0.0] * len(agents)
        observations = self._observations()
        if over:
            self.agents = []
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.matches.observation(seat) for seat, agent in enumerate(self.possible_agents)}
