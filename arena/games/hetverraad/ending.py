"""The end of the match: when it comes, who has won, and in what order the others follow."""

from typing import Final

from arena.games.hetverraad.editions import Options
from arena.games.hetverraad.state import State, Table

EXPELLED: Final = 0
GOOD: Final = 1
EVIL: Final = 2


def ends(state: State) -> bool:
    """R-85, R-86, A-16: after the last seat's turn of the round in which the end score was reached, or of the last."""
    table = state.table
    last_in_order = (table.active + 1) % table.seats == table.start
    turns = table.round * table.seats
    return last_in_order and bool(table.ending or turns >= state.rules.options.most_turns)


def expel(state: State) -> None:
    """A-18: where nobody may return, who has no area at the end of a turn is out for ever."""
    table = state.table
    if not state.rules.options.expelled_may_return:
        table.expelled = bytes(gone or seat + 1 not in table.area_owner for seat, gone in enumerate(table.expelled))


def expelled(table: Table, seat: int) -> bool:
    """R-90: driven out of the city, and without hope of any victory."""
    return bool(table.expelled[seat]) or seat + 1 not in table.area_owner


def evil_wins(table: Table, options: Options) -> bool:
    """R-88, A-17: the black marker is highest."""
    best = max(table.score)
    return table.black_score > best or (table.black_score == best and not options.good_wins_tie)


def supporters(table: Table, options: Options) -> list[int]:
    """R-88, R-90, A-19: the seats that have the most black tokens, if evil wins; an expelled one hands its place on."""
    if not evil_wins(table, options):
        return []
    seats = [seat for seat in range(table.seats) if table.black[seat]]
    if options.evil_passes_on:
        seats = [seat for seat in seats if not expelled(table, seat)]
    most = max((table.black[seat] for seat in seats), default=0)
    return [seat for seat in seats if table.black[seat] == most]


def turn_up(state: State) -> None:
    """R-89: black tokens are turned up only where several seats claim to be the Black Master."""
    if len(supporters(state.table, state.rules.options)) > 1:
        state.table.dark_power = bytes(map(sum, state.tokens))


def true_black_masters(table: Table, options: Options) -> list[int]:
    """R-88, R-89, A-33: the seats that win with the Black Master; more than one only if all is equal."""
    claims = {seat: (table.dark_power[seat], table.score[seat]) for seat in supporters(table, options)}
    best = max(claims.values(), default=None)
    return [seat for seat, claim in claims.items() if claim == best and not expelled(table, seat)]


def merits(table: Table, options: Options) -> tuple[int, ...]:
    """The standing by seat, higher is better: how many different standings are worse.

    R-88: who wins with the Black Master comes first. R-87: then most points, white tokens, fewest black ones. R-90:
    the expelled come last. A-33: what is equal in everything is equal here.
    """
    evil = true_black_masters(table, options)
    standings = [_standing(table, seat, evil) for seat in range(table.seats)]
    worse = sorted(set(standings))
    return tuple(map(worse.index, standings))


def _standing(table: Table, seat: int, evil: list[int]) -> tuple[int, int, int, int]:
    if expelled(table, seat):
        return (EXPELLED, 0, 0, 0)
    if seat in evil:
        return (EVIL, 0, 0, 0)
    return (GOOD, table.score[seat], table.white[seat], -table.black[seat])
