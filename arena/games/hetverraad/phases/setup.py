"""The set-up (R-1 to R-15): cards and tokens are dealt, then seats choose start areas and place start towers,
counter-clockwise.
"""

from mypy_extensions import i64

from arena.games.cells import Cells, blank
from arena.games.chance import Chance
from arena.games.hetverraad.actions import CHOOSE_START, MADE, PUT_START_TOWER, STOP_CHOOSING, add
from arena.games.hetverraad.area_sets import areas_in, size
from arena.games.hetverraad.city import City
from arena.games.hetverraad.phases.income import fill_row
from arena.games.hetverraad.state import knowledge
from arena.games.hetverraad.state.board import areas_of, gather, give, holds_areas, put_towers
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    ALL_CELLS,
    AREAS_OF,
    BLACK_PLACE,
    PHASE,
    ROUND,
    SEATS,
    SLOT,
    START,
    STONES,
)
from arena.games.hetverraad.state.holdings import recount
from arena.games.hetverraad.state.piles import ALL_PILES, DECK, HAND, INFLUENCE_DECK, TOKEN_STACK
from arena.games.hetverraad.state.state import Rules, State
from arena.games.hetverraad.terms import (
    CARDS,
    LETTERS,
    NEUTRAL,
    NOBODY,
    OUTSIDE,
    START_AREAS,
)


def deal(rules: Rules, seats: int, chance: Chance) -> State:
    """R-3 to R-10, R-14, R-15: returns the state in which the first seat must choose its first start area."""
    city, piles = rules.city, [b""] * ALL_PILES
    cells = _lay_out(city, seats, chance.pick("start", 0, range(seats)))
    state = State(rules, chance, cells, piles)
    piles[INFLUENCE_DECK] = bytes(chance.shuffled("influence", 0, influence_cards(city)))
    piles[TOKEN_STACK] = bytes(chance.shuffled("black tokens", 0, token_values(city)))
    _deal_cards(state, seats)
    knowledge.begin(state)
    fill_row(state, refreshing=rules.options.start_row_is_refreshed)
    return state


def _lay_out(city: City, seats: int, start: int) -> Cells:
    """R-3, R-5, R-9: returns the cells of a new match, before any card is dealt or any area is chosen."""
    cells = blank(ALL_CELLS)
    cells[SEATS] = seats
    cells[START] = cells[ACTIVE] = start
    cells[PHASE] = START_AREAS
    cells[ACTOR] = (start - 1) % seats
    cells[BLACK_PLACE] = OUTSIDE
    gather(cells, city.colour)
    for seat in range(seats):
        cells[STONES + seat] = city.start_stones
    return cells


def cards_with_letter(city: City, letter: int) -> list[int]:
    """Returns the building cards with this letter (1 is A, 2 is B, 3 is C)."""
    return [card for card in range(1, CARDS + 1) if city.letter[card] == letter]


def influence_cards(city: City) -> list[int]:
    """Returns the kinds of all influence cards, sorted, with one entry for each copy."""
    return [kind for kind, card in enumerate(city.influence) for _ in range(card.count)]


def token_values(city: City) -> list[int]:
    """Returns the values of all black tokens, sorted, with one entry for each token."""
    return [value for value, count in enumerate(city.black_tokens) for _ in range(count)]


def _deal_cards(state: State, seats: int) -> None:
    """R-6: deals three A cards to each seat. The deck is the other A cards, on top of the B cards, on top of the C
    cards.
    """
    city, dealt = state.rules.city, state.rules.city.start_cards
    cards: list[int] = []
    for letter in range(1, len(LETTERS)):
        cards += state.chance.shuffled(f"{LETTERS[letter]} cards", 0, cards_with_letter(city, letter))
    for seat in range(seats):
        state.piles[HAND + seat] = bytes(sorted(cards[dealt * seat : dealt * (seat + 1)]))
    state.piles[DECK] = bytes(cards[dealt * seats :])


def _seat_of(cells: Cells, slot: i64) -> i64:
    """R-11: returns the seat that makes the choice number `slot` (from 0) of the set-up. The start player's right
    neighbour is first, then the seats follow counter-clockwise.
    """
    return (cells[START] - 1 - slot) % cells[SEATS]


def legal_areas(state: State) -> list[object]:
    """R-11, R-12, A-7: returns the legal choices of a start area. The area is neutral and touches no area of the actor,
    and the prices of all the actor's areas together stay within the limit. If an option allows it, an actor with enough
    areas may also stop choosing.
    """
    legal: list[object] = []
    add(legal, CHOOSE_START, _free_areas(state, state.cells[ACTOR]))
    if _may_stop(state):
        legal.append(MADE[STOP_CHOOSING])
    return legal


def _may_stop(state: State) -> bool:
    own = size(state.cells[AREAS_OF + state.cells[ACTOR] + 1])
    return state.rules.options.start_may_stop and own >= state.rules.city.start_areas_least


def _free_areas(state: State, seat: i64) -> i64:
    cells, city = state.cells, state.rules.city
    own, left = cells[AREAS_OF + seat + 1], city.start_dots_most
    for area in areas_in(own):
        left -= city.price[area]
    return cells[AREAS_OF + NEUTRAL] & city.sets.for_stones(left) & ~city.sets.beside(own)


def choose_area(state: State, action: i64) -> None:
    """R-11: gives the actor the chosen area, or nothing if the action is STOP_CHOOSING. Then the next seat that can
    choose an area becomes the actor; NOBODY if there is none.
    """
    cells = state.cells
    if action != STOP_CHOOSING:
        give(cells, action - CHOOSE_START, cells[ACTOR] + 1)
    cells[SLOT] += 1
    last = cells[SEATS] * state.rules.city.start_areas_most
    while cells[SLOT] < last and not _goes_on(state):
        cells[SLOT] += 1
    cells[ACTOR] = _seat_of(cells, cells[SLOT]) if cells[SLOT] < last else NOBODY


def _goes_on(state: State) -> bool:
    """A-7: whether the seat whose choice is next took an area in each earlier round of choices and can take one now."""
    cells = state.cells
    seat = _seat_of(cells, cells[SLOT])
    own = size(cells[AREAS_OF + seat + 1])
    return own == cells[SLOT] // cells[SEATS] and _free_areas(state, seat) != 0


def begin_towers(state: State) -> None:
    """R-13: begins the placing of start towers. Each seat with an area places one tower, in the order in which the
    seats chose their areas.
    """
    state.cells[SLOT] = 0
    _next_tower(state)


def legal_towers(state: State) -> list[object]:
    """R-13: returns the legal places of the seat's start tower, which are all its own areas."""
    cells = state.cells
    return [MADE[PUT_START_TOWER + area] for area in areas_of(cells, cells[ACTOR] + 1)]


def put_tower(state: State, action: i64) -> None:
    """R-13: places the start tower, which costs nothing. After the last start tower the start player's first turn
    begins.
    """
    cells = state.cells
    put_towers(cells, action - PUT_START_TOWER, 1)
    cells[SLOT] += 1
    _next_tower(state)


def _next_tower(state: State) -> None:
    cells = state.cells
    last = cells[SEATS] * state.rules.city.start_towers
    while cells[SLOT] < last and not holds_areas(cells, _seat_of(cells, cells[SLOT]) + 1):
        cells[SLOT] += 1
    if cells[SLOT] < last:
        cells[ACTOR] = _seat_of(cells, cells[SLOT])
    else:
        recount(state)
        cells[ROUND] = 1
        cells[ACTOR] = NOBODY
