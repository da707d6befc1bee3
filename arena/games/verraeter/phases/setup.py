"""The set-up (V-0): the houses of the seats, the circle, the first estates and the first hands."""

from typing import Final, cast

from mypy_extensions import i64

from arena.games.cells import Cells, blank
from arena.games.chance import Chance, Event
from arena.games.verraeter import actions
from arena.games.verraeter.editions import ROUNDS, OpeningHand, Options
from arena.games.verraeter.phases.building import add_free_places, put
from arena.games.verraeter.phases.supply import hold, pile_up, take
from arena.games.verraeter.state.cards import FULL_DECK, cards_of, code_of
from arena.games.verraeter.state.cells import (
    ACTOR,
    ALL_CELLS,
    ASIDES,
    BORDER,
    HOUSE,
    LANDSCAPE,
    OWNER,
    PHASE,
    ROUND,
    SEATS,
    START,
    STRATEGY,
)
from arena.games.verraeter.state.state import Rules, State
from arena.games.verraeter.terms import (
    ALL_ROLES,
    BOTH_HOUSES,
    EAGLE,
    ESTATE,
    LANDSCAPES,
    NO_BORDER,
    NOBODY,
    ROSE,
    SETUP,
)

OPENING_CARDS: Final = (3, 4, 5)
OPENING: Final = code_of(OPENING_CARDS)
ORDERS_OF_ASIDES: Final = len(ALL_ROLES) ** max(ROUNDS.values())
CIRCLE: Final = tuple([(landscape, house) for house in (EAGLE, ROSE) for landscape in range(1, len(LANDSCAPES))])


def deal(rules: Rules, seats: int, chance: Chance) -> State:
    """V-0.2 to V-0.5, V-0.9, V-2.1: returns the state in which the start player must place the first estate.

    All random results of the match are drawn here, except the orders of later draw piles, which are drawn at each
    reshuffle.
    """
    cells, event = blank(ALL_CELLS), chance.event("deal", 0)
    cells[SEATS] = seats
    for place, (landscape, house) in enumerate(event.shuffled(CIRCLE)):
        cells[LANDSCAPE + place] = landscape
        cells[OWNER + place] = house
    start = event.below(seats)
    cells[START] = start
    cells[STRATEGY] = (start + 1) % seats
    _first_houses(cells)
    cells[ROUND] = 1
    cells[PHASE] = SETUP
    cells[ACTOR] = start
    cells[BORDER] = NO_BORDER
    cells[ASIDES] = event.below(ORDERS_OF_ASIDES)
    pile_up(cells, deck(rules.options, seats, event))
    return State(rules, chance, cells)


def _first_houses(cells: Cells) -> None:
    """V-0.3: assigns the seats to Eagle and Rose alternately, in turn order. The start player belongs to Eagle."""
    house = EAGLE
    for step in range(cells[SEATS]):
        cells[HOUSE + (cells[START] + step) % cells[SEATS]] = house
        house = BOTH_HOUSES - house


def deck(options: Options, seats: int, event: Event) -> list[int]:
    """V-0.7: returns the supply cards in drawing order. In editions with a fixed opening hand, the cards of these hands
    are on top.
    """
    if options.opening_hand is OpeningHand.FIXED:
        return [*OPENING_CARDS * seats, *event.shuffled(cards_of(FULL_DECK - OPENING * seats))]
    return event.shuffled(cards_of(FULL_DECK))


def legal(state: State) -> tuple[int, ...]:
    """V-0.6: returns the legal choices: to place an estate under any landscape that has no building."""
    legal: list[object] = []
    add_free_places(state.cells, actions.PLACE_ESTATE, legal)
    return cast("tuple[int, ...]", tuple(legal))


def act(cells: Cells, action: i64) -> None:
    """V-0.6, V-0.7: places the seat's first estate. When all seats have placed theirs, deals the hands."""
    seat = cells[ACTOR]
    put(cells, action - actions.PLACE_ESTATE, ESTATE, seat)
    following = (seat + 1) % cells[SEATS]
    if following == cells[START]:
        _deal_hands(cells)
        cells[ACTOR] = NOBODY
    else:
        cells[ACTOR] = following


def _deal_hands(cells: Cells) -> None:
    """V-0.7: deals three cards to each seat from the top of the deck. The other cards are the draw pile."""
    for seat in range(cells[SEATS]):
        hold(cells, seat, take(cells, len(OPENING_CARDS)))
