"""What a seat may know of a state, as rows: flat, as it goes on the wire."""

from arena.games.outside.author import HIDDEN, INTEGERS, REALS, Row
from arena.games.values import Value

Place = int | float | str | None


class RowsView(Value):
    """All rows of a view, one behind the other."""

    __slots__ = ("ints", "lengths", "reals", "schema", "seat", "texts")

    def __init__(
        self,
        schema: tuple[Row, ...],
        seat: int,
        ints: tuple[int, ...],
        lengths: tuple[int, ...],
        reals: tuple[float, ...],
        texts: tuple[str, ...],
    ) -> None:
        """`seat`: whose view it is, -1 for who sees everything; `lengths`: of the rows whose width varies, in order."""
        self.schema = schema
        self.seat = seat
        self.ints = ints
        self.lengths = lengths
        self.reals = reals
        self.texts = texts

    def rows(self) -> dict[str, list[int] | list[float] | list[str]]:
        """By name, the values of each row; HIDDEN for hidden places."""
        found: dict[str, list[int] | list[float] | list[str]] = {}
        at, ints, reals, texts = 0, 0, 0, 0
        for row in self.schema:
            length = row.width
            if not length:
                length = self.lengths[at]
                at += 1
            if row.kind == INTEGERS:
                found[row.name] = list(self.ints[ints : ints + length])
                ints += length
            elif row.kind == REALS:
                found[row.name] = list(self.reals[reals : reals + length])
                reals += length
            else:
                found[row.name] = list(self.texts[texts : texts + length])
                texts += length
        return found

    def shown(self) -> dict[str, list[Place]]:
        """The same for people: None for hidden places."""
        hiding = {row.name for row in self.schema if row.hides}
        return {
            name: [None if value == HIDDEN and name in hiding else value for value in values]
            for name, values in self.rows().items()
        }
