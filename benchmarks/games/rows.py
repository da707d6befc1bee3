"""Compares a view encoded as generic rows with Verräter's hand-written message of the same content: time and bytes."""

import time
from collections.abc import Callable
from typing import Any, Final

from arena.bot.rows import Shape
from arena.cli.compiled import is_compiled
from arena.games.outside.author import Row
from arena.games.outside.flat import rows, widths_of
from arena.games.outside.view import RowsView
from arena.protocol import rows as generic
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.protocol.v1.verraeter_pb2 import VerraeterView
from arena.protocol.verraeter import encode_view
from benchmarks.games.encoding import samples
from benchmarks.report import Ratio, report

REPEATS: Final = 15
VIEWS: Final = 900
FIELDS: Final[tuple[Any, ...]] = tuple(VerraeterView.DESCRIPTOR.fields)
READ: Final = [(field.name, field.is_repeated) for field in FIELDS]
SCHEMA: Final = tuple([Row(field.name, width=0 if field.is_repeated else 1) for field in FIELDS])

WIDTHS: Final = widths_of(SCHEMA)


def values_of(message: VerraeterView) -> dict[str, Any]:
    """Returns the fields of a view by name, as plain Python values, as a game's author would return them."""
    return {field.name: _plain(message, field) for field in FIELDS}


def _plain(message: VerraeterView, field: Any) -> Any:  # noqa: ANN401  # descriptors are untyped; the result is an int or a list of ints
    value = getattr(message, field.name)
    return list(value) if field.is_repeated else int(value)


Work = tuple[Callable[[Any], object], list[Any]]


def seconds(*works: Work) -> list[float]:
    """Returns, for each function in `works`, the processor time in seconds that the function needs for all its samples:
    the least of several passes.

    The functions are called in alternation, so that a change of the machine's speed affects all of them.
    """
    least = [float("inf")] * len(works)
    for _ in range(REPEATS):
        for at, (work, given) in enumerate(works):
            begun = time.process_time()
            for sample in given:
                work(sample)
            least[at] = min(least[at], time.process_time() - begun)
    return least


def found_by_name(turn: Turn) -> object:
    """Gets every field of the view without reading the values of lists; protobuf converts a list's integers only when
    they are read.
    """
    view = turn.verraeter
    return [getattr(view, field.name) for field in FIELDS]


def read_by_name(turn: Turn) -> object:
    """Reads every value of the view, like a bot that needs all values."""
    view = turn.verraeter
    return [list(getattr(view, name)) if many else getattr(view, name) for name, many in READ]


def main() -> None:
    """Measures both encodings, and reports the ratios of their time and bytes."""
    views = [view for _, _, view in samples()[:VIEWS]]
    by_hand = [encode_view(view) for view in views]
    told = [values_of(Turn.FromString(data).verraeter) for data in by_hand]
    flat = [rows("Verräter", values, SCHEMA, 0, WIDTHS) for values in told]
    packed = [generic.encode_view(view) for view in flat]
    shape = Shape(MatchStart.FromString(generic.encode_setup(flat[0])).schema.rows)

    def encode(values: dict[str, Any]) -> bytes:
        view: RowsView = rows("Verräter", values, SCHEMA, 0, WIDTHS)
        return generic.encode_view(view)

    hand_s, rows_s = seconds((encode_view, views), (encode, told))
    found_s, read_s, by_name_s = seconds(
        (lambda data: found_by_name(Turn.FromString(data)), by_hand),
        (lambda data: read_by_name(Turn.FromString(data)), by_hand),
        (lambda data: shape.rows(Turn.FromString(data)), packed),
    )
    size, rows_size = (sum(map(len, all_of)) for all_of in (by_hand, packed))
    ratios = [
        Ratio("encoded by hand / as rows", hand_s / rows_s, 1 / 12 if is_compiled() else 1 / 3),
        Ratio("every value read from a view / from rows", read_s / by_name_s, 1.0),
        Ratio("every field found in a view / read from rows", found_s / by_name_s, None),
        Ratio("bytes of a view / of rows", size / rows_size, 1.0),
    ]
    report("rows", {"bytes of a view": size / len(views), "bytes of rows": rows_size / len(views)}, ratios)


if __name__ == "__main__":
    main()
