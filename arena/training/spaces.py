"""The observation spaces, action spaces, metadata and agents' names of training environments."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from arena.training.matches import Matches


def agent_names(seats: int) -> list[str]:
    """Returns the names of the agents, by seat."""
    return [f"seat_{seat}" for seat in range(seats)]


def metadata_of(matches: Matches) -> dict[str, Any]:
    """Returns the metadata that PettingZoo and Gymnasium require of environments."""
    return {"name": f"arena/{matches.game.info.key}", "render_modes": [], "is_parallelizable": False}


def observation_space(matches: Matches) -> Dict:
    """Returns the space of one seat's observations."""
    last = matches.parts()[-1]
    return Dict(
        {
            "observation": Box(-np.inf, np.inf, (last.offset + last.length,), np.float32),
            "action_mask": Box(0, 1, (matches.actions,), np.int8),
        }
    )


def action_space(matches: Matches) -> Discrete[Any]:
    """Returns the space of one seat's actions: all actions of the game."""
    return Discrete(matches.actions)


def spaces_of(matches: Matches, agents: Sequence[str]) -> tuple[dict[str, Dict], dict[str, Discrete[Any]]]:
    """Returns two mappings by agent: the observation spaces, and the action spaces."""
    return {agent: observation_space(matches) for agent in agents}, {agent: action_space(matches) for agent in agents}
