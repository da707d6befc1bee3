"""Good and dark power (action D of phase 2): white and black tokens on the castle card."""

from mypy_extensions import i64

from arena.games.hetverraad.actions import BUY_BLACK, BUY_WHITE, EXCHANGE, MADE
from arena.games.hetverraad.state.cells import ACTIVE, BLACK_TOKENS, SEATS, STONES, TOKENS_BOUGHT, WHITE_TOKENS
from arena.games.hetverraad.state.holdings import add_points, recount_tokens
from arena.games.hetverraad.state.piles import STACK_EYES, TOKEN_EYES, TOKEN_STACK, TOKENS
from arena.games.hetverraad.state.rows import SINGLE, with_byte
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import BLACK_MASTER


def add_legal(legal: list[object], state: State) -> None:
    """R-47, R-48, R-50, A-14: appends the legal purchases and exchanges of tokens. A seat may buy two tokens a turn.
    The price of a token is that of the lowest free space on its side of the castle card.
    """
    cells, city, options = state.cells, state.rules.city, state.rules.options
    seat = cells[ACTIVE]
    stones, white, black = cells[STONES + seat], cells[WHITE_TOKENS + seat], cells[BLACK_TOKENS + seat]
    room = cells[TOKENS_BOUGHT] < city.tokens_a_turn
    if room:
        if white < len(city.white_prices) and stones >= city.white_prices[white] and white_left(state):
            legal.append(MADE[BUY_WHITE])
        if black < len(city.black_prices) and stones >= city.black_prices[black] and state.piles[TOKEN_STACK]:
            legal.append(MADE[BUY_BLACK])
    if (
        black
        and stones >= city.exchange_price
        and state.piles[TOKEN_STACK]
        and (room or not options.exchange_counts_as_purchase)
    ):
        for index in range(black):
            legal.append(MADE[EXCHANGE + index])


def white_left(state: State) -> bool:
    """Whether a white token is left on the stack."""
    cells, left = state.cells, state.rules.city.white_tokens
    for seat in range(cells[SEATS]):
        left -= cells[WHITE_TOKENS + seat]
    return left > 0


def buy_white(state: State) -> None:
    """R-47: the seat buys a white token at the price of the lowest free space of the good side."""
    cells = state.cells
    seat = cells[ACTIVE]
    price = state.rules.city.white_prices[cells[WHITE_TOKENS + seat]]
    cells[TOKENS_BOUGHT] += 1
    cells[STONES + seat] -= price
    cells[WHITE_TOKENS + seat] += 1
    recount_tokens(state)


def buy_black(state: State) -> None:
    """R-47, R-49, R-51: the seat buys the top black token of the stack, and the Black Master scores a point."""
    cells, piles = state.cells, state.piles
    seat = cells[ACTIVE]
    price = state.rules.city.black_prices[cells[BLACK_TOKENS + seat]]
    cells[TOKENS_BOUGHT] += 1
    cells[STONES + seat] -= price
    cells[BLACK_TOKENS + seat] += 1
    piles[TOKENS + seat] += piles[TOKEN_STACK][:1]
    piles[TOKEN_EYES + seat] += SINGLE[piles[STACK_EYES][0] | 1 << seat]
    piles[TOKEN_STACK], piles[STACK_EYES] = piles[TOKEN_STACK][1:], piles[STACK_EYES][1:]
    add_points(state, BLACK_MASTER, 1)
    recount_tokens(state)


def exchange(state: State, index: i64) -> None:
    """R-50, A-14, A-35: replaces the seat's black token at `index` by the next token of the stack. An option decides
    whether the old token is put under the stack or leaves the game.
    """
    cells, piles, options = state.cells, state.piles, state.rules.options
    seat = cells[ACTIVE]
    cells[STONES + seat] -= state.rules.city.exchange_price
    tokens, eyes, stack, stack_eyes = (
        piles[TOKENS + seat],
        piles[TOKEN_EYES + seat],
        piles[TOKEN_STACK],
        piles[STACK_EYES],
    )
    piles[TOKENS + seat] = with_byte(tokens, index, stack[0])
    piles[TOKEN_EYES + seat] = with_byte(eyes, index, stack_eyes[0] | 1 << seat)
    end = index + 1 if options.exchanged_token_returns else index
    piles[TOKEN_STACK] = stack[1:] + tokens[index:end]
    piles[STACK_EYES] = stack_eyes[1:] + eyes[index:end]
    if options.exchange_counts_as_purchase:
        cells[TOKENS_BOUGHT] += 1
    if options.exchange_raises_black:
        add_points(state, BLACK_MASTER, 1)
