"""The four editions of the rules. Each edition is a value of `Options`, not a subclass.

The editions follow these sources: official, the booklet of the newer German edition; classic, the older official rules
on the author's site; bsw, the manual of the online game; faidutti, the French rules. RULES.md lists the differences
phase by phase.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.games.values import Value


class OpeningHand(Enum):
    """The ways to give each seat its first three supply cards."""

    RANDOM = "three cards from the shuffled deck"
    FIXED = "one 3, one 4 and one 5"


class Surplus(Enum):
    """The rules for a seat that would draw more cards than the hand limit allows."""

    DISCARD_BEFORE = "the seat may discard before drawing, and draws up to the limit"
    DRAW_TO_LIMIT = "the seat draws up to the limit and discards nothing"
    DISCARD_AFTER = "the seat draws all and discards down to the limit"


class Moving(Enum):
    """The rules for moving a building that is already in the circle."""

    KEEP_SIDE = "move it, same side up"
    ANY_SIDE = "move it, either side up"
    FORBIDDEN = "not move it"


@dataclass(frozen=True, slots=True)
class Options(Value):
    """The rules in which the editions differ. The integers, such as `hand_limit`, count supply cards."""

    opening_hand: OpeningHand
    hand_limit: int
    draw_cap: int | None
    """The most cards that a seat may draw in a round; None if there is no limit."""
    surplus: Surplus
    eager_reshuffle: bool
    """Whether the discard pile is reshuffled as soon as the draw pile is empty, and not only when the next card is
    needed.
    """
    place_trading_posts: bool
    """Whether the Builder may place a building with the trading post side up; if not, only with the estate side up."""
    moving: Moving
    unanimous_diplomat_flips: bool
    """Whether Diplomat +5 changes house, as the Traitor does, if all seats began the round in one house."""
    unanimous_win_scores_one: bool
    """Whether each seat scores only 1 for a conflict if all seats belong to the winning house. If False, each scores
    the points on the card of the conquered landscape.
    """
    diplomat_draws_last: bool
    """Whether Diplomat +2 draws the extra card after all other draws of the round, and beyond `draw_cap`."""


OPTIONS: Final = {
    "official": Options(
        OpeningHand.RANDOM,
        hand_limit=5,
        draw_cap=3,
        surplus=Surplus.DISCARD_BEFORE,
        eager_reshuffle=True,
        place_trading_posts=True,
        moving=Moving.KEEP_SIDE,
        unanimous_diplomat_flips=True,
        unanimous_win_scores_one=False,
        diplomat_draws_last=False,
    ),
    "classic": Options(
        OpeningHand.FIXED,
        hand_limit=5,
        draw_cap=3,
        surplus=Surplus.DISCARD_BEFORE,
        eager_reshuffle=False,
        place_trading_posts=True,
        moving=Moving.KEEP_SIDE,
        unanimous_diplomat_flips=False,
        unanimous_win_scores_one=False,
        diplomat_draws_last=False,
    ),
    "bsw": Options(
        OpeningHand.FIXED,
        hand_limit=5,
        draw_cap=3,
        surplus=Surplus.DRAW_TO_LIMIT,
        eager_reshuffle=False,
        place_trading_posts=True,
        moving=Moving.ANY_SIDE,
        unanimous_diplomat_flips=False,
        unanimous_win_scores_one=True,
        diplomat_draws_last=False,
    ),
    "faidutti": Options(
        OpeningHand.FIXED,
        hand_limit=6,
        draw_cap=None,
        surplus=Surplus.DISCARD_AFTER,
        eager_reshuffle=False,
        place_trading_posts=False,
        moving=Moving.FORBIDDEN,
        unanimous_diplomat_flips=False,
        unanimous_win_scores_one=False,
        diplomat_draws_last=True,
    ),
}
"""The options of each edition, by the name of the edition in league files. The first edition is the default."""

PHRASES: Final = {
    "official": "the booklet of the newer German edition",
    "classic": "the older official rules on the author's web site",
    "bsw": "the manual of the online game on BrettspielWelt",
    "faidutti": "the French rules by Bruno Faidutti",
}
"""The source of each edition in a few words, by the name of the edition."""

ROUNDS: Final = {3: 9, 4: 8}
"""The number of rounds of a match, by the number of seats."""
