"""Searches by alpha-beta, on boards of bits: seven for each column, the topmost always free."""

from arena.bot import Bot, Turn, run

COLUMNS, HEIGHT = 7, 6
ORDER = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 4
WON = 1000
LINES = [
    sum(1 << (column + i * right) * (HEIGHT + 1) + row + i * up for i in range(4))
    for column in range(COLUMNS)
    for row in range(HEIGHT)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < HEIGHT
]
"""All fours in a line, as sets of bits."""


class AlphaBeta(Bot):
    """Looks DEPTH moves ahead; behind them it counts the lines that are still open."""

    def choose(self, turn: Turn) -> int:
        """The best column; of equal ones, the one nearest the middle."""
        own, other = (bits_of(turn.rows["board"], seat) for seat in (turn.seat, 1 - turn.seat))
        best, found = -2 * WON, turn.legal[0]
        for column in ORDER:
            if column in turn.legal:
                value = -search(other, own | landing(own | other, column), DEPTH, -2 * WON, -best)
                if value > best:
                    best, found = value, column
        return found


def bits_of(board: list[int], seat: int) -> int:
    """The discs of a seat; cells of the board count from the top left."""
    return sum(
        1 << (cell % COLUMNS) * (HEIGHT + 1) + HEIGHT - 1 - cell // COLUMNS
        for cell, there in enumerate(board)
        if there == seat
    )


def landing(there: int, column: int) -> int:
    """The lowest free bit of a column."""
    bottom = 1 << column * (HEIGHT + 1)
    return (there + bottom) & (((1 << HEIGHT) - 1) * bottom)


def search(own: int, other: int, depth: int, low: int, high: int) -> int:
    """What the position is worth to who moves, `own`, after the other has moved."""
    if is_won(other):
        return -WON - depth
    if depth == 0:
        return sum(
            (not other & line) * (own & line).bit_count() ** 2 - (not own & line) * (other & line).bit_count() ** 2
            for line in LINES
        )
    moved = False
    for column in ORDER:
        bit = landing(own | other, column)
        if bit:
            moved = True
            low = max(low, -search(other, own | bit, depth - 1, -high, -low))
            if low >= high:
                break
    return low if moved else 0


def is_won(discs: int) -> bool:
    """Whether four lie in a line."""
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


if __name__ == "__main__":
    run(AlphaBeta)
