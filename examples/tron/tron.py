"""Tron: riders leave walls behind them, all move at once, and whoever runs into a wall is out.

RULES.md has the rules.
"""

from typing import Final, NamedTuple

from arena.games import Chance, Info, Row

ACROSS: Final = 17
DOWN: Final = 13
FREE: Final = -1
WALL: Final = 4
"""The content of a cell of the border; a number from 0 to 3 is the seat that owns the wall there."""
STEPS: Final = (-ACROSS, 1, ACROSS, -1)
"""What a move adds to the number of a rider's cell, by direction: up, right, down, left."""
NOT_YET: Final = -1


class State(NamedTuple):
    """A state of the game: the arena, the riders, and the directions that have been chosen for the present move."""

    cells: tuple[int, ...]
    heads: tuple[int, ...]
    """The cell of each rider, by seat."""
    directions: tuple[int, ...]
    """The direction of each rider's last move, by seat; NOT_YET before the first move."""
    out: tuple[int, ...]
    """The number of the move in which each rider went out, by seat; NOT_YET while the rider is still in the game."""
    chosen: tuple[int, ...]
    """The direction that each rider has chosen for the present move, by seat; NOT_YET if the rider has not chosen."""
    move: int = 0


class Tron:
    """Tron, by rules T-1 to T-6 of RULES.md. An action is a direction: 0 up, 1 right, 2 down, 3 left."""

    info = Info(
        title="Tron",
        seats=range(2, 5),
        actions=len(STEPS),
        rows=(
            Row("cells", of="cell", width=ACROSS * DOWN, holds="seat", across=ACROSS, marks=("0", "1", "2", "3", "#")),
            Row("head", of="seat", holds="cell", drawn=False),
            Row("direction", of="seat", marks=("up", "right", "down", "left")),
            Row("out", of="seat", drawn=False),
        ),
        at_once=True,
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """Returns the first state. T-1: each rider starts in its own quarter of the arena, at a random place that is
        the same in every quarter.
        """
        event = chance.event("start", 0)
        right, down = 2 + event.below(ACROSS // 2 - 3), 2 + event.below(DOWN // 2 - 3)
        corners = (
            (right, down),
            (ACROSS - 1 - right, DOWN - 1 - down),
            (ACROSS - 1 - right, down),
            (right, DOWN - 1 - down),
        )
        heads = tuple(y * ACROSS + x for x, y in corners[:seats])
        border = [at % ACROSS in (0, ACROSS - 1) or at // ACROSS in (0, DOWN - 1) for at in range(ACROSS * DOWN)]
        cells = [heads.index(at) if at in heads else WALL if border[at] else FREE for at in range(len(border))]
        nothing = (NOT_YET,) * seats
        return State(tuple(cells), heads, nothing, nothing, nothing)

    def actor(self, state: State) -> int | None:
        """Returns the seat that must choose, or None at the end. T-2: all riders choose in secret, one after the other.
        T-6: the match ends when fewer than two riders are left.
        """
        riding = [seat for seat, out in enumerate(state.out) if out == NOT_YET]
        return None if len(riding) < 2 else next(seat for seat in riding if state.chosen[seat] == NOT_YET)

    def legal_actions(self, state: State) -> list[int]:
        """Returns the legal actions. T-3: a rider may choose any direction except back."""
        came = state.directions[self.actor(state) or 0]
        return [direction for direction in range(len(STEPS)) if came == NOT_YET or direction != (came + 2) % len(STEPS)]

    def apply(self, state: State, action: int) -> State:
        """Returns the state after an action. T-4: when the last rider has chosen, all riders move. T-5: a rider goes
        out if it moves into a wall or into the same cell as another rider.
        """
        seat = self.actor(state)
        chosen = tuple(action if one == seat else direction for one, direction in enumerate(state.chosen))
        riding = [one for one, out in enumerate(state.out) if out == NOT_YET]
        if any(chosen[one] == NOT_YET for one in riding):
            return state._replace(chosen=chosen)
        heads = list(state.heads)
        for one in riding:
            heads[one] += STEPS[chosen[one]]
        lost = {one for one in riding if state.cells[heads[one]] != FREE or heads.count(heads[one]) > 1}
        cells = list(state.cells)
        for one in riding:
            if one not in lost:
                cells[heads[one]] = one
        return State(
            cells=tuple(cells),
            heads=tuple(heads[one] if one not in lost else state.heads[one] for one in range(len(heads))),
            directions=tuple(chosen[one] if one in riding else state.directions[one] for one in range(len(heads))),
            out=tuple(state.move if one in lost else out for one, out in enumerate(state.out)),
            chosen=(NOT_YET,) * len(heads),
            move=state.move + 1,
        )

    def scores(self, state: State) -> list[int]:
        """Returns the points by seat. T-6: a rider gets a point for every rider that went out in an earlier move."""
        stayed = [state.move + 1 if out == NOT_YET else out for out in state.out]
        return [sum(other < own for other in stayed) for own in stayed]

    def action_name(self, state: State, action: int) -> str:
        """Returns the name of the direction."""
        return ("up", "right", "down", "left")[action]

    def action_targets(self, state: State, action: int) -> list[str]:
        """Returns the cell of the arena that a viewer marks for an action: the cell to which it leads."""
        return [f"cells:{state.heads[self.actor(state) or 0] + STEPS[action]}"]

    def rows(self, state: State, seat: int | None) -> dict[str, object]:
        """Returns the values of each row in `info`, by the row's name; all seats see the same. T-2: no row contains
        choices for the present move.
        """
        return {"cells": state.cells, "head": state.heads, "direction": state.directions, "out": state.out}


GAME: Final = Tron()
