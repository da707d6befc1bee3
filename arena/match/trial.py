"""Matches outside leagues, by a seed that a person gives."""

from typing import Final

from arena.derived import derived
from arena.games.chance import SEED_BYTES

BOT_SEED_BYTES: Final = 8


def trial_id(seed: int) -> bytes:
    """What the match with this number is known by."""
    return derived(SEED_BYTES, "play-match", seed)


def trial_deal(seed: int) -> bytes:
    """What decides all luck of the match with this number."""
    return derived(SEED_BYTES, "play", seed)


def trial_seeds(seats: int) -> tuple[int, ...]:
    """By seat, the seed its bot is told."""
    return tuple([int.from_bytes(derived(BOT_SEED_BYTES, "play-bot", seat), "big") for seat in range(seats)])
