"""Phase 4: the active seat moves the Black Master, if it has dark power."""

from mypy_extensions import i64

from arena.games.cells import Cells, blank
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
from arena.games.hetverraad.acts.influence import add_plays
from arena.games.hetverraad.city import areas_in
from arena.games.hetverraad.phases import attack, reactions
from arena.games.hetverraad.state.cells import (
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
from arena.games.hetverraad.state.piles import INFLUENCE_HAND
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import BLACK_MASTER, CLOSING, NOBODY, OUTSIDE


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
    legal = [STAY, ROLL, COUNT_TOKENS]
    add_plays(legal, state, 4)
    return legal


def act(state: State, action: i64) -> None:
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


def act_move(state: State, action: i64) -> None:
    """R-68: he is put there."""
    cells = state.cells
    if action != STAY_OUTSIDE:
        cells[BLACK_PLACE] = action - MOVE
    cells[STEPS] = 0
    cells[ACTOR] = NOBODY


def reach(state: State, steps: i64) -> list[int]:
    """R-66, R-68 to R-72, A-11, A-12: the areas he can end on with at most `steps` steps, ascending.

    From outside he enters by a gate area; gate areas also lie beside each other. He passes no tower but those the
    active seat lets him pass and his own, and ends on none.
    """
    cells, ways, options = state.cells, state.rules.city.ways, state.rules.options
    waves = blank(steps + options.gate_entry_steps + 3)
    """By steps and 1: a bit for each area he comes to with so many, and not with fewer."""
    if cells[BLACK_PLACE] == OUTSIDE:
        waves[1 + options.gate_entry_steps] = ways.gates
    else:
        waves[1] = ways.bits[cells[BLACK_PLACE]]
    arrived: i64 = 0
    for step in range(1, steps + 2):
        waves[step] &= ~arrived
        if _at_gate(state, waves, step - options.gate_to_gate_steps):
            waves[step] |= ways.gates & ~arrived
        wave = waves[step]
        arrived |= wave
        for area in areas_in(wave):
            if not _bars(state, area):
                waves[step + 1] |= ways.borders[area]
    return [area for area in areas_in(arrived) if not cells[AREA_TOWER + area]]


def _at_gate(state: State, waves: Cells, step: i64) -> bool:
    """Whether he came to a gate area with this step, and can go on from it."""
    for gate in state.rules.city.gates:
        if step > 0 and waves[step] >> gate & 1 and not _bars(state, gate):
            return True
    return False


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
    legal = [HOLD, FIGHT] if attack.possible(state) else [HOLD]
    add_plays(legal, state, 4)
    return legal


def act_attack(state: State, action: i64) -> None:
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
    legal = [END_TURN]
    add_plays(legal, state, 4)
    return legal


def act_closing(state: State, action: i64) -> None:
    """R-17: the turn ends."""
    if action >= PLAY:
        reactions.play(state, action)
    else:
        state.cells[ACTOR] = NOBODY
