"""Rides along walls: it fills its part of the arena from the edge, and wastes no room."""

from arena.bot import Bot, Turn, run

ACROSS, FREE = 17, -1
STEPS = (-ACROSS, 1, ACROSS, -1)


class Hugger(Bot):
    """Looks at the cells around each way."""

    def choose(self, turn: Turn) -> int:
        """The free cell with the most walls around it that is not a dead end, if there is one."""
        cells, head = turn.rows["cells"], turn.rows["head"][turn.seat]

        def worth(action: int) -> tuple[bool, bool, int]:
            cell = head + STEPS[action]
            walls = sum(cells[cell + step] != FREE for step in STEPS) if cells[cell] == FREE else len(STEPS)
            return cells[cell] == FREE, walls < len(STEPS), walls

        return max(turn.legal, key=worth)


if __name__ == "__main__":
    run(Hugger)
