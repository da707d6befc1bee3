"""The set-up: cards, tokens, then start areas and start towers counter-clockwise (R-1 to R-15)."""

from arena.games.chance import Chance
from arena.games.hetverraad import knowledge
from arena.games.hetverraad.actions import CHOOSE_START, PUT_START_TOWER, STOP_CHOOSING
from arena.games.hetverraad.city import City
from arena.games.hetverraad.holdings import recount
from arena.games.hetverraad.income import fill_row
from arena.games.hetverraad.rows import places_of, with_byte
from arena.games.hetverraad.state import Rules, State, Table
from arena.games.hetverraad.terms import (
    AREAS,
    CARDS,
    CUBES,
    GRAND_POWERS,
    LETTERS,
    NEUTRAL,
    NOBODY,
    OUTSIDE,
    START_AREAS,
)


def deal(rules: Rules, seats: int, chance: Chance) -> State:
    """R-4 to R-10: the state in which the first start area is chosen."""
    city = rules.city
    state = State.__new__(State)
    state.rules = rules
    state.table = _lay_out(city, seats, chance.pick("start", 0, range(seats)))
    state.chance = chance
    state.influence = (b"",) * seats
    state.tokens = (b"",) * seats
    state.influence_deck = bytes(chance.shuffled("influence", 0, influence_cards(city)))
    state.token_stack = bytes(chance.shuffled("black tokens", 0, token_values(city)))
    _deal_cards(state, seats)
    knowledge.begin(state)
    fill_row(state, refreshing=rules.options.start_row_is_refreshed)
    return state


def _lay_out(city: City, seats: int, start: int) -> Table:
    """R-3, R-5, R-9, R-14, R-15: the table before anything is on it."""
    table = Table.__new__(Table)
    table.seats = seats
    table.start = start
    table.round = 0
    table.phase = START_AREAS
    table.active = start
    table.actor = (start - 1) % seats
    table.slot = 0
    table.area_owner = bytes(AREAS)
    table.area_building = bytes(AREAS)
    table.area_tower = bytes(AREAS)
    table.black_master = OUTSIDE
    table.black_score = 0
    table.score = (0,) * seats
    table.stones = (city.start_stones,) * seats
    table.white = bytes(seats)
    table.black = bytes(seats)
    table.income = bytes(CUBES * seats)
    table.grand_power = bytes(len(GRAND_POWERS))
    table.row = b""
    table.row_stones = ()
    table.pawnshop = b""
    table.market = b""
    table.discard = b""
    table.removed = b""
    table.reshuffles = 0
    table.influence_discard = b""
    table.influence_reshuffles = 0
    table.areas_bought = b""
    table.areas_blocked = b""
    table.buildings_built = 0
    table.towers_built = 0
    table.tokens_bought = 0
    table.cards_sold = b""
    table.red = 0
    table.ending = 0
    table.expelled = bytes(seats)
    table.dark_power = bytes(seats)
    table.steps = 0
    table.attacks = 0
    table.black_die = 0
    table.white_die = 0
    table.pending = 0
    table.resume = 0
    return table


def cards_with_letter(city: City, letter: int) -> list[int]:
    """The building cards of one period."""
    return [card for card in range(1, CARDS + 1) if city.letter[card] == letter]


def influence_cards(city: City) -> list[int]:
    """All influence cards, by kind."""
    return [kind for kind, card in enumerate(city.influence) for _ in range(card.count)]


def token_values(city: City) -> list[int]:
    """The values of all black tokens."""
    return [value for value, count in enumerate(city.black_tokens) for _ in range(count)]


def _deal_cards(state: State, seats: int) -> None:
    """R-6: three A cards for each seat; the rest of A on B on C is the deck."""
    city, dealt = state.rules.city, state.rules.city.start_cards
    cards: list[int] = []
    for letter in range(1, len(LETTERS)):
        cards += state.chance.shuffled(f"{LETTERS[letter]} cards", 0, cards_with_letter(city, letter))
    state.hands = tuple(bytes(sorted(cards[dealt * seat : dealt * (seat + 1)])) for seat in range(seats))
    state.deck = bytes(cards[dealt * seats :])


def _seat_of(table: Table, slot: int) -> int:
    """R-11: the right neighbour of the start player is first, then on counter-clockwise."""
    return (table.start - 1 - slot) % table.seats


def legal_areas(state: State) -> list[int]:
    """R-11, R-12, A-7: a free area not beside an own one, within the dots; or enough is enough."""
    legal = _free_areas(state, state.table.actor)
    if _may_stop(state):
        legal.append(STOP_CHOOSING)
    return legal


def _may_stop(state: State) -> bool:
    own = state.table.area_owner.count(state.table.actor + 1)
    return state.rules.options.start_may_stop and own >= state.rules.city.start_areas_least


def _free_areas(state: State, seat: int) -> list[int]:
    owners, city = state.table.area_owner, state.rules.city
    own = places_of(owners, seat + 1)
    left = city.start_dots_most - sum(city.price[area] for area in own)
    shut = {beside for area in own for beside in city.neighbours[area]}
    return [
        CHOOSE_START + area
        for area in range(AREAS)
        if owners[area] == NEUTRAL and city.price[area] <= left and area not in shut
    ]


def choose_area(state: State, action: int) -> None:
    """R-11: one area a seat and turn, not paid for; on with the next seat that can choose."""
    table = state.table
    if action != STOP_CHOOSING:
        table.area_owner = with_byte(table.area_owner, action - CHOOSE_START, table.actor + 1)
    table.slot += 1
    last = table.seats * state.rules.city.start_areas_most
    while table.slot < last and not _free_areas(state, _seat_of(table, table.slot)):
        table.slot += 1
    table.actor = _seat_of(table, table.slot) if table.slot < last else NOBODY


def begin_towers(state: State) -> None:
    """R-13: in the same order, each seat that has an area puts its tower."""
    state.table.slot = 0
    _next_tower(state)


def legal_towers(state: State) -> list[int]:
    """R-13: on one of its own areas."""
    table = state.table
    return [PUT_START_TOWER + area for area in places_of(table.area_owner, table.actor + 1)]


def put_tower(state: State, action: int) -> None:
    """R-13: it costs nothing; after the last one the start player's first turn begins."""
    table = state.table
    table.area_tower = with_byte(table.area_tower, action - PUT_START_TOWER, 1)
    table.slot += 1
    _next_tower(state)


def _next_tower(state: State) -> None:
    table = state.table
    last = table.seats * state.rules.city.start_towers
    while table.slot < last and _seat_of(table, table.slot) + 1 not in table.area_owner:
        table.slot += 1
    if table.slot < last:
        table.actor = _seat_of(table, table.slot)
    else:
        recount(state)
        table.round = 1
        table.actor = NOBODY
