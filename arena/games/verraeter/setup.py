"""The set-up: houses, circle, first estates, first hands (V-0)."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank
from arena.games.chance import Chance
from arena.games.verraeter import actions
from arena.games.verraeter.building import put
from arena.games.verraeter.cards import FULL_DECK, cards_of, code_of
from arena.games.verraeter.cells import (
    ACTOR,
    ALL_CELLS,
    BORDER,
    BUILDING,
    HOUSE,
    LANDSCAPE,
    OWNER,
    PHASE,
    ROUND,
    SEATS,
    START,
    STRATEGY,
)
from arena.games.verraeter.editions import OpeningHand
from arena.games.verraeter.state import Rules, State
from arena.games.verraeter.supply import hold, pile_up
from arena.games.verraeter.terms import (
    BOTH_HOUSES,
    EAGLE,
    ESTATE,
    LANDSCAPES,
    NO_BORDER,
    NOBODY,
    PLACES,
    ROSE,
    SETUP,
)

OPENING_CARDS: Final = (3, 4, 5)
CIRCLE: Final = tuple([(landscape, house) for house in (EAGLE, ROSE) for landscape in range(1, len(LANDSCAPES))])


def deal(rules: Rules, seats: int, chance: Chance) -> State:
    """V-0.2 to V-0.5, V-0.9: the state in which the start player places the first estate."""
    cells = blank(ALL_CELLS)
    cells[SEATS] = seats
    for place, (landscape, house) in enumerate(chance.shuffled("circle", 0, CIRCLE)):
        cells[LANDSCAPE + place] = landscape
        cells[OWNER + place] = house
    start = chance.pick("start", 0, range(seats))
    cells[START] = start
    cells[STRATEGY] = (start + 1) % seats
    _first_houses(cells)
    cells[ROUND] = 1
    cells[PHASE] = SETUP
    cells[ACTOR] = start
    cells[BORDER] = NO_BORDER
    pile_up(cells, list(cards_of(FULL_DECK)))
    return State(rules, chance, cells)


def _first_houses(cells: Cells) -> None:
    """V-0.3: Eagle for the start player, then Rose and Eagle in turn."""
    house = EAGLE
    for step in range(cells[SEATS]):
        cells[HOUSE + (cells[START] + step) % cells[SEATS]] = house
        house = BOTH_HOUSES - house


def legal(state: State) -> tuple[int, ...]:
    """V-0.6: an estate under any landscape that has no building."""
    cells = state.cells
    return tuple([actions.place_estate(place) for place in range(PLACES) if not cells[BUILDING + place]])


def act(state: State, action: i64) -> None:
    """V-0.6, V-0.7: one estate a seat, in turn order; the hands are dealt when all have placed theirs."""
    cells = state.cells
    seat = cells[ACTOR]
    put(cells, action - actions.PLACE_ESTATE, ESTATE, seat)
    following = (seat + 1) % cells[SEATS]
    if following == cells[START]:
        _deal_hands(state)
        cells[ACTOR] = NOBODY
    else:
        cells[ACTOR] = following


def _deal_hands(state: State) -> None:
    """V-0.7: three random cards each, or a 3, a 4 and a 5; the rest is the draw pile."""
    cells, chance = state.cells, state.chance
    seats = cells[SEATS]
    if state.rules.options.opening_hand is OpeningHand.FIXED:
        opening = code_of(OPENING_CARDS)
        for seat in range(seats):
            hold(cells, seat, opening)
        pile_up(cells, chance.shuffled("supply", 0, cards_of(FULL_DECK - opening * seats)))
    else:
        cards, dealt = chance.shuffled("supply", 0, cards_of(FULL_DECK)), len(OPENING_CARDS)
        for seat in range(seats):
            hold(cells, seat, code_of(cards[dealt * seat : dealt * (seat + 1)]))
        pile_up(cells, cards[dealt * seats :])
