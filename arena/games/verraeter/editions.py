"""The four editions: each is a value of `Options`, not a subclass.

Sources: official = booklet of the newer German edition; classic = older official rules on the author's site;
bsw = the manual of the online game; faidutti = the French rules. RULES.md lists the differences phase by phase.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.games.values import Value


class OpeningHand(Enum):
    """How each seat gets its first three supply cards."""

    RANDOM = "three cards from the shuffled deck"
    FIXED = "one 3, one 4 and one 5"


class Surplus(Enum):
    """What happens to the cards of a seat that would hold more than the hand limit."""

    DISCARD_BEFORE = "the seat may discard before drawing, and draws up to the limit"
    DRAW_TO_LIMIT = "the seat draws up to the limit and discards nothing"
    DISCARD_AFTER = "the seat draws all and discards down to the limit"


class Moving(Enum):
    """What the Builder may do with a building that is already placed."""

    KEEP_SIDE = "move it, same side up"
    ANY_SIDE = "move it, either side up"
    FORBIDDEN = "not move it"


@dataclass(frozen=True, slots=True)
class Options(Value):
    """The rules in which the editions differ; numbers are numbers of cards."""

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
    """Whether Diplomat +5 also changes house if all seats began the round in one house."""
    unanimous_win_scores_one: bool
    """Whether each seat scores 1 instead of the points on the card if all seats end in the winning house."""
    diplomat_draws_last: bool
    """Whether the card of Diplomat +2 is drawn after all other cards, and does not count for `draw_cap`."""


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
"""The options of each edition, by the name used in league files; the first is the default."""

PHRASES: Final = {
    "official": "the booklet of the newer German edition",
    "classic": "the older official rules on the author's web site",
    "bsw": "the manual of the online game on BrettspielWelt",
    "faidutti": "the French rules by Bruno Faidutti",
}
"""The rules that each edition follows, in a few words, by its name."""

ROUNDS: Final = {3: 9, 4: 8}
"""The number of rounds of a match, by number of seats."""
