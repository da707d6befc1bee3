"""Phase 1: a building card is taken, taxes are paid, incomes received, and the row of open cards refilled."""

from typing import Final

from arena.games.hetverraad import reactions
from arena.games.hetverraad.actions import NO_TARGET, OPEN, PASS, PLAY, TAKE, play
from arena.games.hetverraad.decks import draw_card, put_away_influence, reshuffle
from arena.games.hetverraad.influence import plays
from arena.games.hetverraad.knowledge import everybody, see
from arena.games.hetverraad.rows import joined, with_item
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import CUBES, DIVINING, NOBODY, WIZARD

SEEN: Final = 2
"""Cards the Wizard shows."""


def begin(state: State) -> None:
    """R-18, A-30: the active seat chooses; an empty row gives nothing."""
    if state.table.row:
        state.table.actor = state.table.active


def legal(state: State) -> list[int]:
    """R-18, R-55: one of the open cards, or first an influence card."""
    return [*range(TAKE, TAKE + len(state.table.row)), *plays(state, 1)]


def act(state: State, action: int) -> None:
    """R-18."""
    if action >= PLAY:
        reactions.play(state, action)
    else:
        _take(state, action - TAKE)
        state.table.actor = NOBODY


def _take(state: State, index: int) -> None:
    """R-18 to R-25: tax, then income for everybody; the card goes to hand, and the others get a stone each."""
    table, city = state.table, state.rules.city
    seat, card = table.active, table.row[index]
    colour = city.colour[card]
    stones = list(table.stones)
    if colour in city.taxing:
        stones = [min(wealth, city.tax_free) for wealth in stones]
    stones[seat] += table.row_stones[index]
    for other in range(table.seats):
        stones[other] += table.income[CUBES * other + colour - 1]
    table.stones = tuple(stones)
    state.hands = with_item(state.hands, seat, joined(state.hands[seat], card))
    see(state, bytes((card,)), everybody(state))
    table.row = table.row[:index] + table.row[index + 1 :]
    table.row_stones = tuple(1 + lying for at, lying in enumerate(table.row_stones) if at != index)


def begin_refill(state: State) -> None:
    """R-26, R-28, A-24: who has influence cards is asked for the Wizard first, whether they hold one or not."""
    table = state.table
    if not state.deck:
        reshuffle(state)
    if state.influence[table.active] and len(state.deck) >= SEEN and len(table.row) < state.rules.city.row:
        table.actor = table.active
    else:
        fill_row(state)


def legal_refill(state: State) -> list[int]:
    """R-28."""
    if WIZARD in state.influence[state.table.active]:
        return [PASS, play(WIZARD, NO_TARGET)]
    return [PASS]


def act_refill(state: State, action: int) -> None:
    """R-28: the Wizard looks at the two top cards, or the row is refilled without him."""
    table = state.table
    if action == PASS:
        fill_row(state)
        table.actor = NOBODY
    else:
        put_away_influence(state, table.active, WIZARD)
        see(state, state.deck[:SEEN], 1 << table.active)
        table.phase = DIVINING


def legal_divining(_: State) -> list[int]:
    """R-28: the first of the two cards, or the second."""
    return [*range(OPEN, OPEN + SEEN)]


def act_divining(state: State, action: int) -> None:
    """R-28: the chosen card is opened, the other goes under the deck."""
    chosen = action - OPEN
    first, second, rest = state.deck[chosen : chosen + 1], state.deck[1 - chosen : 2 - chosen], state.deck[SEEN:]
    state.deck = first + rest + second
    fill_row(state)
    state.table.actor = NOBODY


def fill_row(state: State, *, refreshing: bool = True) -> None:
    """R-7, R-26, R-27, A-37: three open cards; three of one colour are replaced while another colour can come up."""
    table, city = state.table, state.rules.city
    _draw_row(state)
    while refreshing and len(table.row) == city.row and _one_colour(state, table.row):
        if _one_colour(state, table.row + state.deck + table.discard + table.pawnshop + table.market):
            return
        table.discard += table.row
        table.row, table.row_stones = b"", ()
        _draw_row(state)


def _draw_row(state: State) -> None:
    table = state.table
    while len(table.row) < state.rules.city.row:
        card = draw_card(state)
        if not card:
            return
        table.row += bytes((card,))
        table.row_stones += (0,)


def _one_colour(state: State, cards: bytes) -> bool:
    """R-27: whether all the cards have one colour."""
    colour = state.rules.city.colour
    return all(colour[card] == colour[cards[0]] for card in cards)
