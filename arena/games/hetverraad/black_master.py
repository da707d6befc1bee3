"""Phase 4: the active seat moves the Black Master, if it has dark power."""

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
from arena.games.hetverraad.influence import plays
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import BLACK_MASTER, CLOSING, NOBODY, OUTSIDE


def turn_number(state: State) -> int:
    """A number for each turn of the match, the same whatever was done in it: the name of its dice."""
    return state.table.round * state.table.seats + state.table.active


def begin(state: State) -> None:
    """R-65, R-83: without black tokens the turn ends at once."""
    table = state.table
    if table.black[table.active]:
        table.actor = table.active
    else:
        table.phase = CLOSING


def legal(state: State) -> list[int]:
    """R-67, R-70: he stays, or steps as a roll or the black tokens say; R-59, R-81: or first an influence card."""
    return [STAY, ROLL, COUNT_TOKENS, *plays(state, 4)]


def act(state: State, action: int) -> None:
    """R-67."""
    table = state.table
    if action >= PLAY:
        reactions.play(state, action)
        return
    if action == ROLL:
        faces = range(1, state.rules.city.black_sides + 1)
        table.steps = table.black_die = state.chance.pick("steps", turn_number(state), faces)
    elif action == COUNT_TOKENS:
        table.steps = table.black[table.active]
    table.actor = NOBODY


def begin_move(state: State) -> None:
    """R-67: with steps to take, the active seat chooses where to."""
    if state.table.steps:
        state.table.actor = state.table.active


def legal_moves(state: State) -> list[int]:
    """R-66 to R-72: wherever he can get to; R-70: or nowhere."""
    moves = [MOVE + area for area in reach(state, state.table.steps)]
    if state.table.black_master == OUTSIDE:
        moves.append(STAY_OUTSIDE)
    return moves


def act_move(state: State, action: int) -> None:
    """R-68: he is put there."""
    table = state.table
    if action != STAY_OUTSIDE:
        table.black_master = action - MOVE
    table.steps = 0
    table.actor = NOBODY


def reach(state: State, steps: int) -> list[int]:
    """R-66, R-68 to R-72, A-11, A-12: the areas he can end on with at most `steps` steps, ascending.

    From outside he enters by a gate area; gate areas also lie beside each other. He passes no tower but those the
    active seat lets him pass and his own, and ends on none.
    """
    table, city, options = state.table, state.rules.city, state.rules.options
    barred = _barred(state)
    found: set[int] = set()
    frontiers: list[list[int]] = [[] for _ in range(steps + 1)]
    if table.black_master != OUTSIDE:
        frontiers[0].append(table.black_master)
    elif options.gate_entry_steps <= steps:
        frontiers[options.gate_entry_steps] += city.gates
    for spent, frontier in enumerate(frontiers):
        for area in frontier:
            if area in found or barred[area]:
                continue
            found.add(area)
            if spent + 1 <= steps:
                frontiers[spent + 1] += city.neighbours[area]
            if area in city.gates and spent + options.gate_to_gate_steps <= steps:
                frontiers[spent + options.gate_to_gate_steps] += city.gates
    return sorted(area for area in found if not table.area_tower[area])


def _barred(state: State) -> bytes:
    """R-71, A-12: by area, whether a tower bars his way."""
    table = state.table
    passed = {table.active + 1}
    if state.rules.options.black_master_passes_own_towers:
        passed.add(BLACK_MASTER)
    return bytes(
        towers > 0 and owner not in passed for owner, towers in zip(table.area_owner, table.area_tower, strict=True)
    )


def begin_attack(state: State) -> None:
    """R-73: the active seat may attack where he stands, if that is possible at all."""
    if attack.possible(state):
        state.table.actor = state.table.active


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
        state.table.actor = NOBODY


def begin_closing(state: State) -> None:
    """R-81: who holds influence cards may still play them."""
    table = state.table
    if state.influence[table.active]:
        table.actor = table.active


def legal_closing(state: State) -> list[int]:
    """R-81."""
    return [END_TURN, *plays(state, 4)]


def act_closing(state: State, action: int) -> None:
    """R-17: the turn ends."""
    if action >= PLAY:
        reactions.play(state, action)
    else:
        state.table.actor = NOBODY
