"""Makes environments of PettingZoo and Gymnasium from games, for training bots.

    env = arena.training.aec("connect-four")                         # the seats act one after the other
    env = arena.training.parallel("tron", seats=4)                   # seats that choose at once act together
    env = arena.training.against("verraeter", ["greedy", "random"])  # one seat against bots

`docs/train.md` describes observations, actions and rewards.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.match.at_once import new_match
from arena.training.matches import Matches, Observation
from arena.training.needed import needing_packages
from arena.training.rewards import Rewards, by_rank, by_score

if TYPE_CHECKING:
    from arena.training.aec_env import TurnsEnv
    from arena.training.gymnasium_env import AloneEnv
    from arena.training.opponents import Opponent
    from arena.training.parallel_env import TogetherEnv

__all__ = ["Observation", "aec", "against", "by_rank", "by_score", "parallel"]


def aec(
    game: str,
    seats: int | None = None,
    edition: str | None = None,
    *,
    seed: int | None = None,
    rewards: Rewards = by_rank,
) -> "TurnsEnv":
    """Returns PettingZoo's environment in which the seats of a game act one after the other.

    game:    the key of a game, as in `arena list`, or the path of its file
    seats:   the number of seats; by default the fewest that the game allows
    edition: the edition of the rules; by default the game's first
    seed:    the seed of the sequence of matches, until `reset` is called with another seed; by default drawn at random
    rewards: a function that returns the reward of each seat for a finished match

    Raises ArenaError [no-gymnasium], [unknown-game], [bad-game], [bad-seats], [bad-edition], [many-actions].
    """
    with needing_packages():
        from arena.training.aec_env import TurnsEnv  # noqa: PLC0415  # needs optional packages
    return TurnsEnv(Matches(game, seats, edition, seed, rewards))


def parallel(
    game: str,
    seats: int | None = None,
    edition: str | None = None,
    *,
    seed: int | None = None,
    rewards: Rewards = by_rank,
) -> "TogetherEnv":
    """Returns PettingZoo's environment in which seats that choose at the same time act together; the arguments and
    errors are those of `aec`.
    """
    with needing_packages():
        from arena.training.parallel_env import TogetherEnv  # noqa: PLC0415  # needs optional packages
    return TogetherEnv(Matches(game, seats, edition, seed, rewards, new_match))


def against(
    game: str,
    opponents: "Sequence[Opponent]",
    seat: int | None = 0,
    edition: str | None = None,
    *,
    seed: int | None = None,
    rewards: Rewards = by_rank,
) -> "AloneEnv":
    """Returns Gymnasium's environment of one seat of a game; the other seats are played in this process.

    opponents: the players of the other seats, in order; each is the name of a house bot, the folder of a bot in Python,
               the class of a bot, or a function that returns an action for an observation
    seat:      the learner's seat; with None, the learner changes to the next seat with each match

    The other arguments are those of `aec`. Also raises ArenaError [bot-not-found], [wrong-game], [bad-manifest],
    [bad-opponent].
    """
    with needing_packages():
        from arena.training.gymnasium_env import AloneEnv  # noqa: PLC0415  # needs optional packages
    return AloneEnv(Matches(game, 1 + len(opponents), edition, seed, rewards), opponents, seat)
