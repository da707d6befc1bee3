"""Phase 1: the seat takes a building card, all seats pay taxes and receive incomes, and the row of open cards is
refilled.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.hetverraad.actions import MADE, NO_TARGET, OPEN, PASS, PLAY, TAKE, play
from arena.games.hetverraad.acts.influence import add_plays
from arena.games.hetverraad.phases import reactions
from arena.games.hetverraad.state.cells import ACTIVE, ACTOR, INCOME_CUBE, PHASE, ROW_STONES, SEATS, STONES
from arena.games.hetverraad.state.decks import draw_card, laid_away, put_away_influence, reshuffle
from arena.games.hetverraad.state.knowledge import everybody, see
from arena.games.hetverraad.state.piles import DECK, DISCARD, HAND, INFLUENCE_HAND, ROW
from arena.games.hetverraad.state.rows import SINGLE, joined, lay
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import CUBES, DIVINING, NOBODY, WIZARD

SEEN: Final = 2
"""The number of cards from the top of the deck that the card Wizard shows."""


def begin(state: State) -> None:
    """R-18, A-30: makes the active seat the actor, or skips the phase if the row of open cards is empty."""
    if state.piles[ROW]:
        state.cells[ACTOR] = state.cells[ACTIVE]


def legal(state: State) -> list[object]:
    """R-18, R-55: returns the legal choices: to take an open card, or to play an influence card before that."""
    legal = [MADE[TAKE + index] for index in range(len(state.piles[ROW]))]
    add_plays(legal, state, 1)
    return legal


def act(state: State, action: i64) -> None:
    """R-18: plays an influence card, or takes an open building card."""
    if action >= PLAY:
        reactions.play(state, action)
    else:
        _take(state, action - TAKE)
        state.cells[ACTOR] = NOBODY


def _take(state: State, index: i64) -> None:
    """R-18 to R-25: gives an open card and its stones to the active seat. Before this, all seats pay the tax, if the
    card's colour demands it, and get their income of this colour. Each card left in the row gets a stone.
    """
    cells, piles, city = state.cells, state.piles, state.rules.city
    seat, row = cells[ACTIVE], piles[ROW]
    card = row[index]
    colour, tax_free = city.colour[card], city.tax_free
    taxed = colour in city.taxing
    for other in range(cells[SEATS]):
        if taxed and cells[STONES + other] > tax_free:
            cells[STONES + other] = tax_free
        cells[STONES + other] += cells[INCOME_CUBE + CUBES * other + colour - 1]
    cells[STONES + seat] += cells[ROW_STONES + index]
    piles[HAND + seat] = joined(piles[HAND + seat], card)
    see(state, SINGLE[card], everybody(state))
    piles[ROW] = row[:index] + row[index + 1 :]
    left = len(row) - 1
    for at in range(left):
        cells[ROW_STONES + at] = 1 + cells[ROW_STONES + at + (at >= index)]
    cells[ROW_STONES + left] = 0


def begin_refill(state: State) -> None:
    """R-26, R-28, A-24: begins the refill of the row. A seat with influence cards must first decide about playing the
    Wizard, even if it does not hold the Wizard, so that the question reveals nothing.
    """
    cells, piles = state.cells, state.piles
    if not piles[DECK]:
        reshuffle(state)
    if piles[INFLUENCE_HAND + cells[ACTIVE]] and len(piles[DECK]) >= SEEN and len(piles[ROW]) < state.rules.city.row:
        cells[ACTOR] = cells[ACTIVE]
    else:
        fill_row(state)


def legal_refill(state: State) -> list[object]:
    """R-28: returns the legal choices: to pass or, if the seat holds the Wizard, to play it."""
    if WIZARD in state.piles[INFLUENCE_HAND + state.cells[ACTIVE]]:
        return [MADE[PASS], MADE[play(WIZARD, NO_TARGET)]]
    return [MADE[PASS]]


def act_refill(state: State, action: i64) -> None:
    """R-28: refills the row after a pass. If the action plays the Wizard, the active seat sees the two top cards of the
    deck and must choose one of them next.
    """
    cells = state.cells
    if action == PASS:
        fill_row(state)
        cells[ACTOR] = NOBODY
    else:
        put_away_influence(state, cells[ACTIVE], WIZARD)
        see(state, state.piles[DECK][:SEEN], 1 << cells[ACTIVE])
        cells[PHASE] = DIVINING


def legal_divining(_: State) -> list[object]:
    """R-28: returns the legal choices: to open the first or the second of the two cards that the Wizard shows."""
    return [*range(OPEN, OPEN + SEEN)]


def act_divining(state: State, action: i64) -> None:
    """R-28: puts the card that was chosen with the Wizard into the row, and the other shown card under the deck."""
    chosen = action - OPEN
    deck = state.piles[DECK]
    state.piles[DECK] = deck[chosen : chosen + 1] + deck[SEEN:] + deck[1 - chosen : 2 - chosen]
    fill_row(state)
    state.cells[ACTOR] = NOBODY


def fill_row(state: State, *, refreshing: bool = True) -> None:
    """R-7, R-26, R-27, A-37: fills the row of open cards from the deck. If `refreshing` is True and a full row has only
    one colour, its cards are discarded and replaced, until the row has two colours or no other colour is left to draw.
    """
    cells, piles, city = state.cells, state.piles, state.rules.city
    _draw_row(state)
    while refreshing and len(piles[ROW]) == city.row and _one_colour(state, piles[ROW]):
        if _one_colour(state, piles[ROW] + piles[DECK] + laid_away(state)):
            return
        piles[DISCARD] += piles[ROW]
        piles[ROW] = b""
        for at in range(city.row):
            cells[ROW_STONES + at] = 0
        _draw_row(state)


def _draw_row(state: State) -> None:
    piles = state.piles
    while len(piles[ROW]) < state.rules.city.row:
        card = draw_card(state)
        if not card:
            return
        lay(piles, ROW, card)


def _one_colour(state: State, cards: bytes) -> bool:
    """R-27: whether all the cards have one colour."""
    colour = state.rules.city.colour
    for at in range(1, len(cards)):
        if colour[cards[at]] != colour[cards[0]]:
            return False
    return True
