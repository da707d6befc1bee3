"""Phase 4: the active seat moves the Black Master, if it has dark power."""

from mypy_extensions import i64

from arena.games.cells import blank
from arena.games.hetverraad import attack, reactions
from arena.games.hetverraad.actions import (
    COUNT_TOKENS,
    END_TURN,
    FIGHT,
    HOLD,
    MOVE,
    PLAY,
    ROLL,
    STAY,
    STAY_OUTSIDE,
)
from arena.games.hetverraad.cells import (
    ACTIVE,
    ACTOR,
    AREA_OWNER,
    AREA_TOWER,
    BLACK_DIE,
    BLACK_PLACE,
    BLACK_TOKENS,
    PHASE,
    ROUND,
    SEATS,
    STEPS,
)
from arena.games.hetverraad.influence import plays
from arena.games.hetverraad.piles import INFLUENCE_HAND
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import AREAS, BLACK_MASTER, CLOSING, NOBODY, OUTSIDE


def turn_number(state: State) -> int:
    """A number for each turn of the match, the same whatever was done in it: the name of its dice."""
    return state.cells[ROUND] * state.cells[SEATS] + state.cells[ACTIVE]


def begin(state: State) -> None:
    """R-65, R-83: without black tokens the turn ends at once."""
    cells = state.cells
    if cells[BLACK_TOKENS + cells[ACTIVE]]:
        cells[ACTOR] = cells[ACTIVE]
    else:
        cells[PHASE] = CLOSING


def legal(state: State) -> list[int]:
    """R-67, R-70: he stays, or steps as a roll or the black tokens say; R-59, R-81: or first an influence card."""
    return [STAY, ROLL, COUNT_TOKENS, *plays(state, 4)]


def act(state: State, action: int) -> None:
    """R-67."""
    cells = state.cells
    if action >= PLAY:
        reactions.play(state, action)
        return
    if action == ROLL:
        faces = range(1, state.rules.city.black_sides + 1)
        cells[STEPS] = cells[BLACK_DIE] = state.chance.pick("steps", turn_number(state), faces)
    elif action == COUNT_TOKENS:
        cells[STEPS] = cells[BLACK_TOKENS + cells[ACTIVE]]
    cells[ACTOR] = NOBODY


def begin_move(state: State) -> None:
    """R-67: with steps to take, the active seat chooses where to."""
    if state.cells[STEPS]:
        state.cells[ACTOR] = state.cells[ACTIVE]


def legal_moves(state: State) -> list[int]:
    """R-66 to R-72: wherever he can get to; R-70: or nowhere."""
    moves = [MOVE + area for area in reach(state, state.cells[STEPS])]
    if state.cells[BLACK_PLACE] == OUTSIDE:
        moves.append(STAY_OUTSIDE)
    return moves


def act_move(state: State, action: int) -> None:
    """R-68: he is put there."""
    cells = state.cells
    if action != STAY_OUTSIDE:
        cells[BLACK_PLACE] = action - MOVE
    cells[STEPS] = 0
    cells[ACTOR] = NOBODY


def reach(state: State, steps: int) -> list[int]:
    """R-66, R-68 to R-72, A-11, A-12: the areas he can end on with at most `steps` steps, ascending.

    From outside he enters by a gate area; gate areas also lie beside each other. He passes no tower but those the
    active seat lets him pass and his own, and ends on none.
    """
    cells, city, options = state.cells, state.rules.city, state.rules.options
    found = blank(AREAS)
    frontiers: list[list[int]] = [[] for _ in range(steps + 1)]
    if cells[BLACK_PLACE] != OUTSIDE:
        frontiers[0].append(cells[BLACK_PLACE])
    elif options.gate_entry_steps <= steps:
        frontiers[options.gate_entry_steps] += city.gates
    for spent, frontier in enumerate(frontiers):
        for area in frontier:
            if found[area] or _bars(state, area):
                continue
            found[area] = 1
            if spent + 1 <= steps:
                frontiers[spent + 1] += city.neighbours[area]
            if area in city.gates and spent + options.gate_to_gate_steps <= steps:
                frontiers[spent + options.gate_to_gate_steps] += city.gates
    return [area for area in range(AREAS) if found[area] and not cells[AREA_TOWER + area]]


def _bars(state: State, area: i64) -> bool:
    """R-71, A-12: whether a tower on the area bars his way."""
    cells = state.cells
    if not cells[AREA_TOWER + area]:
        return False
    owner = cells[AREA_OWNER + area]
    if owner == BLACK_MASTER:
        return not state.rules.options.black_master_passes_own_towers
    return owner != cells[ACTIVE] + 1


def begin_attack(state: State) -> None:
    """R-73: the active seat may attack where he stands, if that is possible at all."""
    if attack.possible(state):
        state.cells[ACTOR] = state.cells[ACTIVE]


def legal_attack(state: State) -> list[int]:
    """R-73, A-9: to attack or not; R-81: or first an influence card."""
    fight = [FIGHT] if attack.possible(state) else []
    return [HOLD, *fight, *plays(state, 4)]


def act_attack(state: State, action: int) -> None:
    """R-73."""
    if action >= PLAY:
        reactions.play(state, action)
    elif action == FIGHT:
        reactions.announce(state, action)
    else:
        state.cells[ACTOR] = NOBODY


def begin_closing(state: State) -> None:
    """R-81: who holds influence cards may still play them."""
    cells = state.cells
    if state.piles[INFLUENCE_HAND + cells[ACTIVE]]:
        cells[ACTOR] = cells[ACTIVE]


def legal_closing(state: State) -> list[int]:
    """R-81."""
    return [END_TURN, *plays(state, 4)]


def act_closing(state: State, action: int) -> None:
    """R-17: the turn ends."""
    if action >= PLAY:
        reactions.play(state, action)
    else:
        state.cells[ACTOR] = NOBODY
