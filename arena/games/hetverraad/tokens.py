"""Good and dark power (phase 2, D): white and black tokens on the castle card."""

from arena.games.hetverraad.actions import BUY_BLACK, BUY_WHITE, EXCHANGE
from arena.games.hetverraad.holdings import add_points, recount_tokens
from arena.games.hetverraad.rows import with_byte, with_item
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import BLACK_MASTER


def legal(state: State) -> list[int]:
    """R-47, R-48, R-50, A-14: two tokens a turn at the price of the lowest free space; any number of exchanges."""
    table, city, options = state.table, state.rules.city, state.rules.options
    seat = table.active
    stones, white, black = table.stones[seat], table.white[seat], table.black[seat]
    legal = []
    room = table.tokens_bought < city.tokens_a_turn
    if room:
        if white < len(city.white_prices) and stones >= city.white_prices[white] and white_left(state):
            legal.append(BUY_WHITE)
        if black < len(city.black_prices) and stones >= city.black_prices[black] and state.token_stack:
            legal.append(BUY_BLACK)
    if (
        black
        and stones >= city.exchange_price
        and state.token_stack
        and (room or not options.exchange_counts_as_purchase)
    ):
        legal += range(EXCHANGE, EXCHANGE + black)
    return legal


def white_left(state: State) -> bool:
    """Whether a white token is left on the stack."""
    return sum(state.table.white) < state.rules.city.white_tokens


def buy_white(state: State) -> None:
    """R-47: pays the lowest free space of the good side."""
    table = state.table
    seat = table.active
    price = state.rules.city.white_prices[table.white[seat]]
    table.tokens_bought += 1
    table.stones = with_item(table.stones, seat, table.stones[seat] - price)
    table.white = with_byte(table.white, seat, table.white[seat] + 1)
    recount_tokens(state)


def buy_black(state: State) -> None:
    """R-47, R-49, R-51: a closed token for the dark side; the Black Master scores 1."""
    table = state.table
    seat = table.active
    price = state.rules.city.black_prices[table.black[seat]]
    table.tokens_bought += 1
    table.stones = with_item(table.stones, seat, table.stones[seat] - price)
    table.black = with_byte(table.black, seat, table.black[seat] + 1)
    state.tokens = with_item(state.tokens, seat, state.tokens[seat] + state.token_stack[:1])
    state.token_stack = state.token_stack[1:]
    eyes, stack = state.token_eyes[seat], state.token_eyes[-1]
    state.token_eyes = with_item(state.token_eyes, seat, eyes + bytes((stack[0] | 1 << seat,)))
    state.token_eyes = (*state.token_eyes[:-1], stack[1:])
    add_points(state, BLACK_MASTER, 1)
    recount_tokens(state)


def exchange(state: State, index: int) -> None:
    """R-50, A-14, A-35: a new closed token lies where the old one lay, which goes under the stack."""
    table, options = state.table, state.rules.options
    seat = table.active
    table.stones = with_item(table.stones, seat, table.stones[seat] - state.rules.city.exchange_price)
    old, eyes = state.tokens[seat][index], state.token_eyes[seat][index]
    stack = state.token_eyes[-1]
    state.tokens = with_item(state.tokens, seat, with_byte(state.tokens[seat], index, state.token_stack[0]))
    state.token_eyes = with_item(state.token_eyes, seat, with_byte(state.token_eyes[seat], index, stack[0] | 1 << seat))
    state.token_stack, stack = state.token_stack[1:], stack[1:]
    if options.exchanged_token_returns:
        state.token_stack += bytes((old,))
        stack += bytes((eyes,))
    state.token_eyes = (*state.token_eyes[:-1], stack)
    if options.exchange_counts_as_purchase:
        table.tokens_bought += 1
    if options.exchange_raises_black:
        add_points(state, BLACK_MASTER, 1)
