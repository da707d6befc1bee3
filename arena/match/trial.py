"""Matches outside leagues, by a seed that a person gives."""

from typing import Final

from arena.derived import derived
from arena.games.chance import SEED_BYTES

BOT_SEED_BYTES: Final = 8


def trial_id(seed: int) -> bytes:
    """The id of the match with this seed."""
    return derived(SEED_BYTES, "play-match", seed)


def trial_deal(seed: int) -> bytes:
    """The deal of the match with this seed, which decides all its luck."""
    return derived(SEED_BYTES, "play", seed)


def trial_seeds(seats: int) -> tuple[int, ...]:
    """The seeds that the bots are told, by seat; they do not depend on the match's seed."""
    return tuple([int.from_bytes(derived(BOT_SEED_BYTES, "play-bot", seat), "big") for seat in range(seats)])
