"""Tron: riders leave walls behind them, all move at once, and whoever runs into a wall is out.

RULES.md has the rules.
"""

from typing import Final, NamedTuple

from arena.games import Chance, Info, Row

ACROSS: Final = 17
DOWN: Final = 13
FREE: Final = -1
WALL: Final = 4
"""Of the border; a lower number is the seat whose wall it is."""
STEPS: Final = (-ACROSS, 1, ACROSS, -1)
"""By direction, up, right, down and left: what it adds to the number of a cell."""
NOT_YET: Final = -1


class State(NamedTuple):
    """The arena, and who has chosen."""

    cells: tuple[int, ...]
    heads: tuple[int, ...]
    """By seat, its cell."""
    directions: tuple[int, ...]
    """By seat, where it came from last; NOT_YET before the first move."""
    out: tuple[int, ...]
    """By seat, the move in which it went out; NOT_YET while it rides."""
    chosen: tuple[int, ...]
    """By seat, the direction of this move; NOT_YET where it has not said it."""
    move: int = 0


class Tron:
    """T-1 to T-6 of RULES.md. An action is a direction: 0 up, 1 right, 2 down, 3 left."""

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
        """T-1: each rider begins at a place that is drawn in a part of the arena of its own, like all others."""
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
        """T-2, T-6: all riders choose, one after the other in secret, while two of them ride."""
        riding = [seat for seat, out in enumerate(state.out) if out == NOT_YET]
        return None if len(riding) < 2 else next(seat for seat in riding if state.chosen[seat] == NOT_YET)

    def legal_actions(self, state: State) -> list[int]:
        """T-3: any direction but back."""
        came = state.directions[self.actor(state) or 0]
        return [direction for direction in range(len(STEPS)) if came == NOT_YET or direction != (came + 2) % len(STEPS)]

    def apply(self, state: State, action: int) -> State:
        """T-4, T-5: when the last has chosen, all move; into a wall, or two into one cell, is out."""
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
        """T-6: a point for every rider that went out in an earlier move."""
        stayed = [state.move + 1 if out == NOT_YET else out for out in state.out]
        return [sum(other < own for other in stayed) for own in stayed]

    def action_name(self, state: State, action: int) -> str:
        """The direction."""
        return ("up", "right", "down", "left")[action]

    def action_targets(self, state: State, action: int) -> list[str]:
        """The cell to which it leads."""
        return [f"cells:{state.heads[self.actor(state) or 0] + STEPS[action]}"]

    def rows(self, state: State, seat: int | None) -> dict[str, object]:
        """T-2: what was chosen for this move is shown to nobody before all have chosen."""
        return {"cells": state.cells, "head": state.heads, "direction": state.directions, "out": state.out}


GAME: Final = Tron()
