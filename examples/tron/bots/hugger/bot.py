"""A bot for Tron that rides along walls, so that it fills its part of the arena from the edge and wastes no space."""

from arena.bot import Bot, Turn, run

ACROSS, FREE = 17, -1
STEPS = (-ACROSS, 1, ACROSS, -1)


class Hugger(Bot):
    """A bot that chooses its direction by counting the walls around the cell that each direction leads to."""

    def choose(self, turn: Turn) -> int:
        """Returns the direction of the free cell with the most walls next to it; a dead end is chosen only if there is
        no other free cell.
        """
        cells, head = turn.rows["cells"], turn.rows["head"][turn.seat]

        def worth(action: int) -> tuple[bool, bool, int]:
            cell = head + STEPS[action]
            walls = sum(cells[cell + step] != FREE for step in STEPS) if cells[cell] == FREE else len(STEPS)
            return cells[cell] == FREE, walls < len(STEPS), walls

        return max(turn.legal, key=worth)


if __name__ == "__main__":
    run(Hugger)
