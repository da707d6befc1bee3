"""The seed of a league, and the keys derived from it, one for each use.

Rule 1: a seed that nobody chose has SEED_BITS bits: nobody finds it by trial from what bots are shown.
Rule 2: whoever knows all that came of one key knows nothing of the seed, nor of what comes of another.
"""

import secrets
from dataclasses import replace
from typing import Any, Final

from arena.derived import derived
from arena.league.league import League

SEED_BITS: Final = 128
GUESSABLE_BITS: Final = 64
"""A seed that is no longer was written by somebody: one that is drawn has more but once in 2**64 times."""
KEY_BYTES: Final = 32


class Keys:
    """What all luck of a league with this seed is drawn with."""

    def __init__(self, seed: int | None) -> None:
        if seed is None:
            raise ValueError("the seed of this league has not been drawn yet")
        self.deals, self.seatings, self.pairings, self.bots = (
            derived(KEY_BYTES, "key", use, seed) for use in ("deals", "seatings", "pairings", "bots")
        )


def founded(league: League) -> League:
    """The league with a seed, which is drawn unless its file has one."""
    return league if league.seed is not None else replace(league, seed=secrets.randbits(SEED_BITS))


def resumed(league: League, identity: dict[str, Any]) -> League:
    """The league with the seed that was drawn for one of this identity, unless its file has one."""
    seed = identity.get("seed")
    was_drawn = isinstance(seed, int) and seed.bit_length() > GUESSABLE_BITS
    return replace(league, seed=seed) if league.seed is None and was_drawn else league
