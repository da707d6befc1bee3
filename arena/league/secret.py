"""The seed of a league, and the keys derived from it, one for each use.

Rule 1: a drawn seed has SEED_BITS bits, so that nobody can find it by trial from what bots are shown.
Rule 2: all that is derived from one key reveals nothing of the seed, nor of what is derived from another key.
"""

import secrets
from dataclasses import replace
from typing import Any, Final

from arena.derived import derived
from arena.league.league import League

SEED_BITS: Final = 128
GUESSABLE_BITS: Final = 64
"""A seed with at most this many bits counts as written by a person: a drawn one is so short once in 2**64 times."""
KEY_BYTES: Final = 32


class Keys:
    """The keys from which all luck of a league is derived: for deals, seatings, pairings and the bots' seeds."""

    def __init__(self, seed: int | None) -> None:
        if seed is None:
            raise ValueError("the seed of this league has not been drawn yet")
        self.deals, self.seatings, self.pairings, self.bots = (
            derived(KEY_BYTES, "key", use, seed) for use in ("deals", "seatings", "pairings", "bots")
        )


def founded(league: League) -> League:
    """The league with a seed: its own, or a newly drawn one if its file has none."""
    return league if league.seed is not None else replace(league, seed=secrets.randbits(SEED_BITS))


def resumed(league: League, identity: dict[str, Any]) -> League:
    """The league with the stored identity's seed if that was drawn and the league's file has none; else the league
    unchanged.
    """
    seed = identity.get("seed")
    was_drawn = isinstance(seed, int) and seed.bit_length() > GUESSABLE_BITS
    return replace(league, seed=seed) if league.seed is None and was_drawn else league
