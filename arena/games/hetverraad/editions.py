"""The editions: each is a value of `Options`, one field for each ruling on what the rule book leaves open.

The numbers A-1 to A-40 are those of the rulings in RULES.md; a ruling without a switch is told there.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from arena.games.values import Value


class TiedBuilding(Enum):
    """What becomes of the building on an area that an equal attack leaves to nobody."""

    STAYS = "it stays on the neutral area and scores for whoever gets the area"
    DESTROYED = "it goes to the discard pile"


class PayingBuilding(Enum):
    """Which of a seat's buildings of one colour pays the income."""

    MOST_INCOME = "the one whose value and area bonus together are highest"
    MOST_VALUE = "the one of the highest value; among equals, the highest area bonus"


@dataclass(frozen=True, slots=True)
class Options(Value):
    """The switches, with the recommended ruling as default."""

    encloser_may_be_many: bool = True
    """A-1: the areas round an isolated area may belong to several hostile owners; else all to its new owner."""
    isolation_chains: bool = False
    """A-2: areas taken by isolation may isolate further ones."""
    isolation_is_new: bool = True
    """A-3: an area that was enclosed before is not taken by a later purchase or conquest beside it."""
    second_area_may_border_first: bool = True
    """A-4: the second area of a turn may border the first only."""
    may_buy_under_black_master: bool = True
    """A-5: the area the Black Master stands on is for sale."""
    demolition_loses_points: bool = True
    """A-6: the points of an own building that is replaced are lost."""
    start_may_stop: bool = True
    """A-7: a seat may stop choosing start areas once it has the least number."""
    tied_building: TiedBuilding = TiedBuilding.STAYS
    """A-8."""
    attacks: int = 1
    """A-9: most attacks in one phase 4."""
    may_attack_own_area: bool = True
    """A-10, A-36: the active seat may send the Black Master against its own areas."""
    gate_entry_steps: int = 1
    """A-11: steps from outside onto a gate area."""
    gate_to_gate_steps: int = 1
    """A-11: steps from one gate area to another."""
    black_master_passes_own_towers: bool = True
    """A-12."""
    towers_per_area: int = 1
    """A-13."""
    exchange_counts_as_purchase: bool = False
    """A-14: an exchanged token is one of the tokens bought in a turn."""
    exchange_raises_black: bool = False
    """A-14: it also scores for the Black Master."""
    exchanged_token_returns: bool = True
    """A-14: the old token goes under the stack; else out of the game."""
    markets_have_stock: bool = True
    """A-15: cards sold lie open for sale; else they go to the discard pile and only selling is possible."""
    black_score_ends: bool = True
    """A-16: the Black Master's score too brings the last round; else only those of the seats do."""
    most_turns: int = 180
    """A-16: the round in which the seats together have had so many turns is the last in any case."""
    good_wins_tie: bool = True
    """A-17: the Black Master must have more points than every seat to win."""
    expelled_may_return: bool = True
    """A-18: a seat is expelled only if it has no area when the match ends; else once without areas is for ever."""
    evil_passes_on: bool = True
    """A-19: if the seat with most dark power is expelled, the next in that order wins; else good wins."""
    tied_holder_keeps: bool = True
    """A-20: a grand power stays with its holder while nobody has more; else a tie takes it away."""
    grand_power_pays: bool = True
    """A-21: a grand power of a colour adds its bonus to the income of that colour."""
    paying_building: PayingBuilding = PayingBuilding.MOST_INCOME
    """A-22."""
    red_square_at_end: bool = True
    """A-23: only the last movement of the turn counts; else any action that went up onto a red square."""
    black_raids_from_black_areas: bool = True
    """A-25: in phase 4 a card that needs adjacency needs an area of the Black Master; else of the active seat."""
    protection_stops_attack: bool = False
    """A-27: Protection may be played against an attack of the Black Master."""
    knights_limited: bool = True
    """A-28: without a knight left nobody takes an area."""
    torn_down_leaves_game: bool = True
    """A-29: a building that is replaced leaves the game; else it goes to the discard pile."""
    stock_joins_reshuffle: bool = True
    """A-29: the cards for sale in the markets are shuffled with the discard pile."""
    start_row_is_refreshed: bool = True
    """A-31: three cards of one colour are replaced at the set-up too."""


STRATEGIC: Final = Options()

OPTIONS: Final = {
    "strategic": STRATEGIC,
    "swift": replace(STRATEGIC, most_turns=90),
}
"""By the name used in league files; the first is the default."""

PHRASES: Final = {
    "strategic": "the rule book, its open questions as RULES.md recommends",
    "swift": "the same, over in fewer rounds",
}
"""What each edition is."""
