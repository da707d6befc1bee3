"""Matches outside leagues, made from a seed that a person gives."""

from typing import Final

from arena.derived import derived
from arena.games.chance import SEED_BYTES

BOT_SEED_BYTES: Final = 8


def trial_id(seed: int) -> bytes:
    """Returns the id of the match that a person has requested with `seed`."""
    return derived(SEED_BYTES, "play-match", seed)


def trial_deal(seed: int) -> bytes:
    """Returns the deal (the seed of all chance) of the match that a person has requested with `seed`."""
    return derived(SEED_BYTES, "play", seed)


def trial_seeds(seats: int) -> tuple[int, ...]:
    """Returns the seeds that the bots of a match outside leagues receive, by seat; they do not depend on the match's
    seed.
    """
    return tuple([int.from_bytes(derived(BOT_SEED_BYTES, "play-bot", seat), "big") for seat in range(seats)])
