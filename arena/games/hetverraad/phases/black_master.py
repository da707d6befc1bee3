"""Phase 4: the active seat moves the Black Master and may attack with him, if it has black tokens."""

from mypy_extensions import i64

from arena.games.cells import blank
from arena.games.hetverraad.actions import (
    COUNT_TOKENS,
    END_TURN,
    FIGHT,
    HOLD,
    MADE,
    MOVE,
    PLAY,
    ROLL,
    STAY,
    STAY_OUTSIDE,
    add,
)
from arena.games.hetverraad.acts.influence import add_plays
from arena.games.hetverraad.area_sets import BIT
from arena.games.hetverraad.phases import attack, reactions
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    AREAS_OF,
    AREAS_TOWERED,
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
    """Returns a number that no other turn of the match has."""
    return state.cells[ROUND] * state.cells[SEATS] + state.cells[ACTIVE]


def begin(state: State) -> None:
    """R-65, R-83: makes the active seat the actor if it has black tokens; else skips to the end of phase 4."""
    cells = state.cells
    if cells[BLACK_TOKENS + cells[ACTIVE]]:
        cells[ACTOR] = cells[ACTIVE]
    else:
        cells[PHASE] = CLOSING


def legal(state: State) -> list[object]:
    """R-59, R-67, R-70, R-81: returns the legal choices: no steps for the Black Master, a roll for the number of his
    steps, or as many steps as the seat has black tokens. The seat may also play an influence card first.
    """
    legal = [MADE[STAY], MADE[ROLL], MADE[COUNT_TOKENS]]
    add_plays(legal, state, 4)
    return legal


def act(state: State, action: i64) -> None:
    """R-67: plays an influence card, or sets the number of steps that the Black Master may take."""
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
    """R-67: makes the active seat the actor if the Black Master has steps to take."""
    if state.cells[STEPS]:
        state.cells[ACTOR] = state.cells[ACTIVE]


def legal_moves(state: State) -> list[object]:
    """R-66 to R-72: returns the legal moves of the Black Master: to each area in `reach`. While he is outside the
    city, he may also stay there.
    """
    moves: list[object] = []
    add(moves, MOVE, reach(state, state.cells[STEPS]))
    if state.cells[BLACK_PLACE] == OUTSIDE:
        moves.append(MADE[STAY_OUTSIDE])
    return moves


def act_move(state: State, action: i64) -> None:
    """R-68: moves the Black Master to the chosen area."""
    cells = state.cells
    if action != STAY_OUTSIDE:
        cells[BLACK_PLACE] = action - MOVE
    cells[STEPS] = 0
    cells[ACTOR] = NOBODY


def reach(state: State, steps: i64) -> i64:
    """R-66, R-68 to R-72, A-11, A-12: returns the set of areas on which the Black Master can end with at most `steps`
    steps.

    From outside the city he enters by a gate area. Each gate area also counts as a neighbour of the other gate areas.
    He can pass towers of the active seat and, if an option allows it, towers on his own areas. He cannot end on any
    tower.
    """
    cells, sets, options = state.cells, state.rules.city.sets, state.rules.options
    towers = cells[AREAS_TOWERED]
    bars = towers & ~cells[AREAS_OF + cells[ACTIVE] + 1]
    if options.black_master_passes_own_towers:
        bars &= ~cells[AREAS_OF + BLACK_MASTER]
    waves = blank(steps + options.gate_entry_steps + 3)
    """Entry n + 1 is the set of areas that the Black Master can reach in n steps, but not in fewer."""
    if cells[BLACK_PLACE] == OUTSIDE:
        waves[1 + options.gate_entry_steps] = sets.gates
    else:
        waves[1] = BIT[cells[BLACK_PLACE]]
    arrived: i64 = 0
    for step in range(1, steps + 2):
        waves[step] &= ~arrived
        gate_step = step - options.gate_to_gate_steps
        if gate_step > 0 and waves[gate_step] & sets.gates & ~bars:
            waves[step] |= sets.gates & ~arrived
        wave = waves[step]
        arrived |= wave
        waves[step + 1] |= sets.beside(wave & ~bars)
    return arrived & ~towers


def begin_attack(state: State) -> None:
    """R-73: makes the active seat the actor if an attack on the Black Master's area is possible."""
    if attack.possible(state):
        state.cells[ACTOR] = state.cells[ACTIVE]


def legal_attack(state: State) -> list[object]:
    """R-73, R-81, A-9: returns the legal choices: to attack, not to attack, or to play an influence card first."""
    legal = [MADE[HOLD]]
    if attack.possible(state):
        legal.append(MADE[FIGHT])
    add_plays(legal, state, 4)
    return legal


def act_attack(state: State, action: i64) -> None:
    """R-73: plays an influence card, announces an attack, or ends the phase."""
    if action >= PLAY:
        reactions.play(state, action)
    elif action == FIGHT:
        reactions.announce(state, action)
    else:
        state.cells[ACTOR] = NOBODY


def begin_closing(state: State) -> None:
    """R-81: makes the active seat the actor if it has influence cards, because it may play them even after the
    attack.
    """
    cells = state.cells
    if state.piles[INFLUENCE_HAND + cells[ACTIVE]]:
        cells[ACTOR] = cells[ACTIVE]


def legal_closing(state: State) -> list[object]:
    """R-81: returns the legal choices: to end the turn or to play an influence card."""
    legal = [MADE[END_TURN]]
    add_plays(legal, state, 4)
    return legal


def act_closing(state: State, action: i64) -> None:
    """R-17, R-81: plays an influence card, or ends the turn."""
    if action >= PLAY:
        reactions.play(state, action)
    else:
        state.cells[ACTOR] = NOBODY
