"""The editions of the game. Each edition is a value of `Options`, which has a field for each ruling that may vary.

RULES.md lists all rulings on open questions of the rule book, A-1 to A-40. Those without a field apply in every
edition.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from arena.games.values import Value


class TiedBuilding(Enum):
    """The possible fates of the building on an area that becomes neutral in a tied attack."""

    STAYS = "it stays on the neutral area and scores for whoever gets the area"
    DESTROYED = "it goes to the discard pile"


class PayingBuilding(Enum):
    """The rule for a seat with several buildings of one colour. It decides which one of them pays the income."""

    MOST_INCOME = "the one whose value and area bonus together are highest"
    MOST_VALUE = "the one of the highest value; among equals, the highest area bonus"


@dataclass(frozen=True, slots=True)
class Options(Value):
    """The rulings on questions that the rule book leaves open. Each default is the recommended ruling."""

    encloser_may_be_many: bool = True
    """A-1: the areas round an isolated area may belong to several hostile owners. If False, all of them must belong to
    the seat or Black Master who isolates it.
    """
    isolation_chains: bool = False
    """A-2: an area that was taken by isolation may itself isolate further areas."""
    isolation_is_new: bool = True
    """A-3: a purchase or conquest takes only those areas that it newly encloses. If False, it also takes adjacent areas
    that were already enclosed.
    """
    second_area_may_border_first: bool = True
    """A-4: the second area that a seat buys in a turn need border only the first one. If False, it must border another
    area of the seat.
    """
    may_buy_under_black_master: bool = True
    """A-5: a seat may buy the area on which the Black Master is."""
    demolition_loses_points: bool = True
    """A-6: a seat that replaces its own building loses the points of the old building."""
    start_may_stop: bool = True
    """A-7: a seat may stop choosing start areas once it has the smallest allowed number of them."""
    tied_building: TiedBuilding = TiedBuilding.STAYS
    """A-8: the fate of the building on the attacked area after a tied attack."""
    attacks: int = 1
    """A-9: the largest number of attacks that a seat may make in its turn."""
    may_attack_own_area: bool = True
    """A-10, A-36: the active seat may send the Black Master against its own areas."""
    gate_entry_steps: int = 1
    """A-11: the number of steps that the Black Master needs from outside the city onto a gate area."""
    gate_to_gate_steps: int = 1
    """A-11: the number of steps that the Black Master needs from one gate area to another."""
    black_master_passes_own_towers: bool = True
    """A-12: the Black Master may pass through areas of his own that have towers."""
    towers_per_area: int = 1
    """A-13: the largest number of towers on an area."""
    exchange_counts_as_purchase: bool = False
    """A-14: an exchanged token counts as one of the tokens bought in a turn."""
    exchange_raises_black: bool = False
    """A-14: an exchange of tokens scores a point for the Black Master, as the purchase of a black token does."""
    exchanged_token_returns: bool = True
    """A-14: an exchanged token is put under the stack. If False, it leaves the game."""
    markets_have_stock: bool = True
    """A-15: cards sold to a market lie there for sale. If False, they are put on the discard pile, and nobody can buy
    from the markets.
    """
    black_score_ends: bool = True
    """A-16: the Black Master's score can cause the last round, like the score of a seat. If False, only the score of a
    seat can.
    """
    most_turns: int = 180
    """A-16: the limit on the turns of a match, counted over all seats. The round in which this number is reached is the
    last one in any case.
    """
    good_wins_tie: bool = True
    """A-17: the Black Master wins only with more points than every seat. If False, as many points as the best seat are
    enough.
    """
    expelled_may_return: bool = True
    """A-18: a seat is expelled only if it has no area when the match ends. If False, it is expelled for ever as soon as
    it has no area.
    """
    evil_passes_on: bool = True
    """A-19: if evil wins and the seat with the most dark power is expelled, the seat with the next most dark power
    wins. If False, good wins.
    """
    tied_holder_keeps: bool = True
    """A-20: if several owners tie for a grand power and its holder is among them, the holder keeps it. If False, nobody
    has it.
    """
    grand_power_pays: bool = True
    """A-21: a grand power of a colour adds its bonus to the income of that colour."""
    paying_building: PayingBuilding = PayingBuilding.MOST_INCOME
    """A-22: the rule that decides which one of a seat's buildings of the same colour pays the income."""
    red_square_at_end: bool = True
    """A-23: a seat draws an influence card if the last action that changed its score in the turn raised the score to a
    red square. If False, it also draws one if an earlier action of the turn did so.
    """
    black_raids_from_black_areas: bool = True
    """A-25: in phase 4, the target of an adjacent card (`InfluenceCard.adjacent`) must touch an area of the Black
    Master. If False, it must touch an area of the active seat.
    """
    protection_stops_attack: bool = False
    """A-27: the card Protection may be played against an attack of the Black Master."""
    knights_limited: bool = True
    """A-28: an owner without a knight left cannot take an area. If False, knights are unlimited."""
    torn_down_leaves_game: bool = True
    """A-29: a building that is replaced leaves the game. If False, it is put on the discard pile."""
    stock_joins_reshuffle: bool = True
    """A-29: when the deck is empty, the cards for sale in the markets are shuffled into the new deck with the discard
    pile.
    """
    start_row_is_refreshed: bool = True
    """A-31: if all cards of the first row have one colour, they are replaced during the set-up. If False, the first row
    stays as it is.
    """


STRATEGIC: Final = Options()

OPTIONS: Final = {
    "strategic": STRATEGIC,
    "swift": replace(STRATEGIC, most_turns=90),
}
"""The options of each edition, by the name of the edition in league files. The first edition is the default."""

PHRASES: Final = {
    "strategic": "the rule book, its open questions as RULES.md recommends",
    "swift": "the same, over in fewer rounds",
}
"""A description of each edition in a few words, by its name."""
