"""The end of the match: the conditions that end it, and the ranks of the seats."""

from typing import Final

from arena.games.cells import Cells
from arena.games.hetverraad.editions import Options
from arena.games.hetverraad.state.board import holds_areas
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    BLACK_SCORE,
    BLACK_TOKENS,
    DARK_VALUE,
    ENDING,
    EXPELLED,
    ROUND,
    SCORE,
    SEATS,
    START,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import TOKENS
from arena.games.hetverraad.state.state import State, by_seat, piles_by_seat

OUT: Final = 0
GOOD: Final = 1
EVIL: Final = 2


def ends(state: State) -> bool:
    """R-85, R-86, A-16: whether the match ends with this turn, because it is the last turn of the last round."""
    cells = state.cells
    last_in_order = (cells[ACTIVE] + 1) % cells[SEATS] == cells[START]
    return last_in_order and last_round(cells, state.rules.options)


def last_round(cells: Cells, options: Options) -> bool:
    """R-85, A-16: whether this round is the last, because a score has reached the end score or the limit of turns is
    reached.
    """
    return cells[ENDING] == 1 or cells[ROUND] * cells[SEATS] >= options.most_turns


def expel(state: State) -> None:
    """A-18: marks each seat without an area as expelled for ever, if the option `expelled_may_return` is False."""
    cells = state.cells
    if not state.rules.options.expelled_may_return:
        for seat in range(cells[SEATS]):
            if not holds_areas(cells, seat + 1):
                cells[EXPELLED + seat] = 1


def expelled(cells: Cells, seat: int) -> bool:
    """R-90: whether the seat is expelled from the city, and so cannot win."""
    return cells[EXPELLED + seat] == 1 or not holds_areas(cells, seat + 1)


def evil_wins(cells: Cells, options: Options) -> bool:
    """R-88, A-17: whether the Black Master wins. He wins if his score is the highest. If the option `good_wins_tie` is
    False, a tie with the best seat is enough.
    """
    best = max(by_seat(cells, SCORE))
    return cells[BLACK_SCORE] > best or (cells[BLACK_SCORE] == best and not options.good_wins_tie)


def supporters(cells: Cells, options: Options) -> list[int]:
    """R-88, R-90, A-19: returns the seats with the most black tokens if evil wins, else an empty list. If the option
    `evil_passes_on` is True, expelled seats are left out.
    """
    if not evil_wins(cells, options):
        return []
    seats = [seat for seat in range(cells[SEATS]) if cells[BLACK_TOKENS + seat]]
    if options.evil_passes_on:
        seats = [seat for seat in seats if not expelled(cells, seat)]
    most = max((cells[BLACK_TOKENS + seat] for seat in seats), default=0)
    return [seat for seat in seats if cells[BLACK_TOKENS + seat] == most]


def turn_up(state: State) -> None:
    """R-89: records the sum of the black tokens' values for every seat, if evil wins and several seats tie for the most
    black tokens.
    """
    if len(supporters(state.cells, state.rules.options)) > 1:
        for seat, tokens in enumerate(piles_by_seat(state, TOKENS)):
            state.cells[DARK_VALUE + seat] = sum(tokens)


def true_black_masters(cells: Cells, options: Options) -> list[int]:
    """R-88, R-89, A-33: returns the seats that win with the Black Master; none if good wins. Several seats win only if
    they have equal numbers of black tokens, equal sums of token values and equal points.
    """
    claims = {seat: (cells[DARK_VALUE + seat], cells[SCORE + seat]) for seat in supporters(cells, options)}
    best = max(claims.values(), default=None)
    return [seat for seat, claim in claims.items() if claim == best and not expelled(cells, seat)]


def merits(cells: Cells, options: Options) -> tuple[int, ...]:
    """Returns the merit of each seat, by seat: 0 for the lowest rank, 1 for the next higher rank, and so on.

    R-88: a seat that wins with the Black Master is first. R-87: the next criteria are most points, then most white
    tokens, then fewest black tokens. R-90: expelled seats are last. A-33: seats equal in all this share a rank.
    """
    evil = true_black_masters(cells, options)
    standings = [_standing(cells, seat, evil) for seat in range(cells[SEATS])]
    worse = sorted(set(standings))
    return tuple(map(worse.index, standings))


def _standing(cells: Cells, seat: int, evil: list[int]) -> tuple[int, int, int, int]:
    if expelled(cells, seat):
        return (OUT, 0, 0, 0)
    if seat in evil:
        return (EVIL, 0, 0, 0)
    return (GOOD, cells[SCORE + seat], cells[WHITE_TOKENS + seat], -cells[BLACK_TOKENS + seat])
