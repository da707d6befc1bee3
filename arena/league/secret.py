"""The seed of a league, and the keys derived from the seed, one key for each use.

Rule 1: a seed that the arena draws has SEED_BITS bits. These are too many for anybody to try all seeds and compare the
resulting values with the data that bots receive.
Rule 2: the values derived from one key reveal nothing about the seed or about values derived from another key.
"""

import secrets
from dataclasses import replace
from typing import Any, Final

from arena.derived import derived
from arena.league.league import League

SEED_BITS: Final = 128
GUESSABLE_BITS: Final = 64
"""The maximum length in bits of a stored seed that counts as chosen by a person. A longer seed counts as drawn by the
arena. A drawn seed is this short with probability 1 in 2**64.
"""
KEY_BYTES: Final = 32


class Keys:
    """The keys from which all random values of a league are derived: one for deals, one for seatings, one for pairings
    and one for the bots' seeds.
    """

    def __init__(self, seed: int | None) -> None:
        if seed is None:
            raise ValueError("the seed of this league has not been drawn yet")
        self.deals, self.seatings, self.pairings, self.bots = (
            derived(KEY_BYTES, "key", use, seed) for use in ("deals", "seatings", "pairings", "bots")
        )


def founded(league: League) -> League:
    """Returns the league with a seed: the seed in its file, or a newly drawn one if the file has none."""
    return league if league.seed is not None else replace(league, seed=secrets.randbits(SEED_BITS))


def resumed(league: League, identity: dict[str, Any]) -> League:
    """Returns the league with the seed from `identity`, the identity stored with its results, if the arena drew this
    seed and the league's file states none. Otherwise returns the league unchanged.
    """
    seed = identity.get("seed")
    was_drawn = isinstance(seed, int) and seed.bit_length() > GUESSABLE_BITS
    return replace(league, seed=seed) if league.seed is None and was_drawn else league
