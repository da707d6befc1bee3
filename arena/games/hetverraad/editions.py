"""The editions: each is a value of `Options`, with a field for each ruling on a question the rule book leaves open.

The numbers A-1 to A-40 are those of the rulings in RULES.md, which also has the rulings without a switch.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from arena.games.values import Value


class TiedBuilding(Enum):
    """What happens to a building after a tied attack, which makes its area neutral."""

    STAYS = "it stays on the neutral area and scores for whoever gets the area"
    DESTROYED = "it goes to the discard pile"


class PayingBuilding(Enum):
    """Which one of a seat's buildings of the same colour pays the income."""

    MOST_INCOME = "the one whose value and area bonus together are highest"
    MOST_VALUE = "the one of the highest value; among equals, the highest area bonus"


@dataclass(frozen=True, slots=True)
class Options(Value):
    """The rulings on open questions; each default is the recommended one."""

    encloser_may_be_many: bool = True
    """A-1: the areas round an isolated area may have several hostile owners; else all must belong to its new owner."""
    isolation_chains: bool = False
    """A-2: areas taken by isolation may isolate further ones."""
    isolation_is_new: bool = True
    """A-3: an area that was enclosed before is not taken by a later purchase or conquest beside it."""
    second_area_may_border_first: bool = True
    """A-4: the second area of a turn may border only the first."""
    may_buy_under_black_master: bool = True
    """A-5: the area the Black Master stands on is for sale."""
    demolition_loses_points: bool = True
    """A-6: a seat that replaces its own building loses the points of the old one."""
    start_may_stop: bool = True
    """A-7: a seat may stop choosing start areas once it has the least number."""
    tied_building: TiedBuilding = TiedBuilding.STAYS
    """A-8: what happens to the building after a tied attack."""
    attacks: int = 1
    """A-9: the most attacks in one phase 4."""
    may_attack_own_area: bool = True
    """A-10, A-36: the active seat may send the Black Master against its own areas."""
    gate_entry_steps: int = 1
    """A-11: how many steps the Black Master needs from outside onto a gate area."""
    gate_to_gate_steps: int = 1
    """A-11: how many steps he needs from one gate area to another."""
    black_master_passes_own_towers: bool = True
    """A-12: the Black Master may pass towers on his own areas."""
    towers_per_area: int = 1
    """A-13: the most towers on one area."""
    exchange_counts_as_purchase: bool = False
    """A-14: an exchanged token counts as one of the tokens bought in a turn."""
    exchange_raises_black: bool = False
    """A-14: an exchange also scores for the Black Master."""
    exchanged_token_returns: bool = True
    """A-14: an exchanged token goes under the stack; else it leaves the game."""
    markets_have_stock: bool = True
    """A-15: sold cards lie open for sale; else they go to the discard pile and nobody can buy from the markets."""
    black_score_ends: bool = True
    """A-16: the Black Master's score, like that of a seat, can cause the last round; else only scores of seats can."""
    most_turns: int = 180
    """A-16: the round in which all seats together reach this many turns is the last in any case."""
    good_wins_tie: bool = True
    """A-17: the Black Master wins only with more points than every seat; else an equal score is enough."""
    expelled_may_return: bool = True
    """A-18: a seat is expelled only if it has no area when the match ends; else as soon as it has none, for ever."""
    evil_passes_on: bool = True
    """A-19: if the seat with most dark power is expelled, the seat with the next most wins; else good wins."""
    tied_holder_keeps: bool = True
    """A-20: a grand power stays with its holder while nobody has more; else a tie takes it away."""
    grand_power_pays: bool = True
    """A-21: a grand power of a colour adds its bonus to the income of that colour."""
    paying_building: PayingBuilding = PayingBuilding.MOST_INCOME
    """A-22: which building of a colour pays the income."""
    red_square_at_end: bool = True
    """A-23: only the last move of the marker in a turn counts; else any action that moved it up onto a red square."""
    black_raids_from_black_areas: bool = True
    """A-25: a card of phase 4 that needs an adjacent area needs one of the Black Master's; else one of the active
    seat's.
    """
    protection_stops_attack: bool = False
    """A-27: Protection may be played against an attack of the Black Master."""
    knights_limited: bool = True
    """A-28: an owner without a knight left cannot take an area."""
    torn_down_leaves_game: bool = True
    """A-29: a building that is replaced leaves the game; else it goes to the discard pile."""
    stock_joins_reshuffle: bool = True
    """A-29: the cards for sale in the markets are shuffled with the discard pile."""
    start_row_is_refreshed: bool = True
    """A-31: three open cards of one colour are replaced at the set-up too."""


STRATEGIC: Final = Options()

OPTIONS: Final = {
    "strategic": STRATEGIC,
    "swift": replace(STRATEGIC, most_turns=90),
}
"""The options of each edition, by the name used in league files; the first is the default."""

PHRASES: Final = {
    "strategic": "the rule book, its open questions as RULES.md recommends",
    "swift": "the same, over in fewer rounds",
}
"""A description of each edition in a few words, by its name."""
