"""A bot for Tron. For each direction it counts the cells that it would reach before any other rider (a Voronoi region),
and takes the direction with the most cells.
"""

from arena.bot import Bot, Turn, run

ACROSS, FREE, RIDING = 17, -1, -1
STEPS = (-ACROSS, 1, ACROSS, -1)


class Flood(Bot):
    """A bot that looks one move ahead, and counts the cells that it then reaches first by filling the arena from all
    riders at once.
    """

    def choose(self, turn: Turn) -> int:
        """Returns the direction after which the most cells are nearer to this rider than to any other. A direction
        with a risk of collision counts for half a row of cells less.
        """
        cells, heads = list(turn.rows["cells"]), turn.rows["head"]
        rivals = [head for seat, head in enumerate(heads) if seat != turn.seat and turn.rows["out"][seat] == RIDING]

        def worth(action: int) -> float:
            cell = heads[turn.seat] + STEPS[action]
            if cells[cell] != FREE:
                return -1
            risk = any(rival + step == cell for rival in rivals for step in STEPS)
            return owned(cells, cell, rivals) - (0.5 * ACROSS if risk else 0)

        return max(turn.legal, key=worth)


def owned(cells: list[int], own: int, rivals: list[int]) -> int:
    """Returns the number of free cells that a rider at `own` reaches before any of the `rivals`, if all move at the
    same time.
    """
    reached = {own: True} | dict.fromkeys(rivals, False)
    edge = list(reached)
    count = 0
    while edge:
        new: dict[int, bool] = {}
        for cell in edge:
            for step in STEPS:
                following = cell + step
                if cells[following] == FREE and following not in reached:
                    new[following] = new.get(following, True) and reached[cell]
        reached |= new
        count += sum(new.values())
        edge = list(new)
    return count


if __name__ == "__main__":
    run(Flood)
