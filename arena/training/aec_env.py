"""PettingZoo's AEC environment, in which the seats of a game act one after the other."""

from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from arena.training.matches import Matches, Observation
from arena.training.numbers.layout import Part
from arena.training.spaces import agent_names, metadata_of, spaces_of


class TurnsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment of a game; agent `seat_0` is seat 0, and so on. An observation has the arrays `observation`, the
    data as numbers, and `action_mask`, with a 1 for each legal action.
    """

    def __init__(self, matches: Matches) -> None:
        super().__init__()
        self.metadata = metadata_of(matches)
        self.matches = matches
        self.possible_agents = agent_names(matches.seats)
        self._observation_space, self._action_space = spaces_of(matches, self.possible_agents)
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def rows(self) -> list[Part]:
        """Returns the rows of `observation`, in order: name, offset, length, and meaning of each."""
        return self.matches.parts()

    def action_name(self, action: int) -> str:
        """Returns the name of a legal action of the agent that must act, in the notation of the game."""
        return self.matches.game.action_name(self.matches.match.state, int(action))

    def observation_space(self, agent: str) -> Dict:
        """Returns the space of an agent's observations: the numbers that `rows` describes, and a mask with a 0 or 1 for
        each action of the game.
        """
        return self._observation_space[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Returns the space of an agent's actions: the game's actions, by their numbers."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # no options
        """Deals a match. With `seed`, this is the first match of a new sequence, the same match that `arena play
        --seed` plays with this seed. Without `seed`, it is the next match of the present sequence.
        """
        self.matches.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Returns the present observation of an agent."""
        return self.matches.observation(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Takes the action of the agent that must act; `action` must be None if the match is over.

        An illegal action ends the match. Raises ArenaError [not-begun] if `reset` has not been called.
        """
        match, agent = self.matches.match, self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent whose match is over takes no action"
        if not match.choose(int(action)):
            self.infos[agent]["illegal"] = action
            self._end(self.matches.rewards([self._seats[agent]]))
        elif match.actor is None:
            self._end(self.matches.rewards())
        else:
            self._select()

    def _select(self) -> None:
        actor = self.matches.match.actor
        if actor is None:  # the match is over right after the deal
            self._end(self.matches.rewards())
        else:
            self.agent_selection = self.possible_agents[actor]

    def _end(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
