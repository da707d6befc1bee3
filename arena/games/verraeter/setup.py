"""The set-up: houses, circle, first estates, first hands (V-0)."""

from arena.games.chance import Chance
from arena.games.verraeter import actions
from arena.games.verraeter.cards import FULL_DECK, cards_of, code_of
from arena.games.verraeter.editions import OpeningHand
from arena.games.verraeter.state import Rules, State, Table, with_byte
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

OPENING_CARDS = (3, 4, 5)


def deal(rules: Rules, seats: int, chance: Chance) -> State:
    """V-0.2 to V-0.5, V-0.9: the state in which the start player places the first estate."""
    cards = [(landscape, house) for house in (EAGLE, ROSE) for landscape in range(1, len(LANDSCAPES))]
    circle = chance.shuffled("circle", 0, cards)
    start = chance.pick("start", 0, range(seats))

    table = Table.__new__(Table)
    table.seats = seats
    table.landscape = bytes(landscape for landscape, _ in circle)
    table.circle_house = bytes(house for _, house in circle)
    table.building_kind = bytes(PLACES)
    table.building_seat = bytes(PLACES)
    table.round = 1
    table.phase = SETUP
    table.actor = start
    table.start = start
    table.strategist = (start + 1) % seats
    table.conflict = NO_BORDER
    table.winner = 0
    table.house = _first_houses(seats, start)
    table.score = (0,) * seats
    table.role = bytes(seats)
    table.played = (0,) * seats
    table.discard = 0
    table.draw_slot = 0

    state = State.__new__(State)
    state.rules = rules
    state.table = table
    state.chance = chance
    state.hands = (0,) * seats
    state.pile = cards_of(FULL_DECK)
    state.reshuffles = 0
    state.picks = bytes(seats)
    state.aside = 0
    return state


def _first_houses(seats: int, start: int) -> bytes:
    """V-0.3: Eagle for the start player, then Rose and Eagle in turn."""
    houses = bytearray(seats)
    house = EAGLE
    for k in range(seats):
        houses[(start + k) % seats] = house
        house = BOTH_HOUSES - house
    return bytes(houses)


def legal(state: State) -> tuple[int, ...]:
    """V-0.6: an estate under any landscape that has no building."""
    kinds = state.table.building_kind
    return tuple(actions.place_estate(place) for place in range(PLACES) if not kinds[place])


def act(state: State, action: int) -> None:
    """V-0.6, V-0.7: one estate a seat, in turn order; the hands are dealt when all have placed theirs."""
    table = state.table
    place = action - actions.PLACE_ESTATE
    table.building_kind = with_byte(table.building_kind, place, ESTATE)
    table.building_seat = with_byte(table.building_seat, place, table.actor)
    following = (table.actor + 1) % table.seats
    if following == table.start:
        _deal_hands(state)
        table.actor = NOBODY
    else:
        table.actor = following


def _deal_hands(state: State) -> None:
    """V-0.7: three random cards each, or a 3, a 4 and a 5; the rest is the draw pile."""
    seats, deck = state.table.seats, FULL_DECK
    if state.rules.options.opening_hand is OpeningHand.FIXED:
        hand = code_of(OPENING_CARDS)
        state.hands = (hand,) * seats
        state.pile = tuple(state.chance.shuffled("supply", 0, cards_of(deck - hand * seats)))
    else:
        cards = tuple(state.chance.shuffled("supply", 0, cards_of(deck)))
        dealt = len(OPENING_CARDS)
        state.hands = tuple(code_of(cards[dealt * seat : dealt * (seat + 1)]) for seat in range(seats))
        state.pile = cards[dealt * seats :]
