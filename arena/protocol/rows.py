"""Messages of games that describe their views in rows, which are named lists of values. The schema of the rows is sent
once, and each view as flat values.

The field numbers are those of `rows.proto`.
"""

from struct import pack
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.outside.author import INTEGERS, KINDS, REALS, TEXT, Row
from arena.games.outside.view import RowsView
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.protocol.v1.rows_pb2 import RowKind, Schema, Values
from arena.protocol.wire import SMALL, bytes_tag, delimited, packed

_MESSAGE: Final = bytes_tag(12)
"""The tag of the fields `schema` of MatchStart and `values` of Turn, which have the same number."""
_INTS: Final = bytes_tag(1)
_LENGTHS: Final = bytes_tag(2)
_REALS: Final = bytes_tag(3)
_TEXTS: Final = bytes_tag(4)
_ONE_BYTE: Final = bytes((*range(64), *range(192, 256)))
_ZIGZAG: Final = bytes([value << 1 & 255 if value < SMALL else (255 - value) << 1 | 1 for value in range(256)])
"""The zigzag encoding of the numbers from -64 to 63, by the number as an unsigned byte. The other entries are not
used, because the encoding of larger numbers takes more than one byte.
"""
NOT_KNOWN: Final = (
    "put the file of the game next to bot.py, and call "
    "arena.games.finding.add_file(Path(__file__).with_name(...)) before Search"
)
_KINDS: Final = {INTEGERS: RowKind.ROW_KIND_INTEGERS, REALS: RowKind.ROW_KIND_REALS, TEXT: RowKind.ROW_KIND_TEXT}


def encode_setup(view: RowsView) -> bytes:
    """Returns the schema of the rows, which every view of the match contains, as the encoded field `schema` of
    MatchStart.
    """
    schema = Schema()
    for row in view.schema:
        schema.rows.add(
            name=row.name, kind=_KINDS[row.kind], width=row.width, of=row.of, hides=row.hides, holds=row.holds
        )
    return delimited(_MESSAGE, schema.SerializeToString())


def encode_view(view: RowsView) -> bytes:
    """Returns the values of the rows as the encoded field `values` of Turn."""
    content = _ints(view)
    if view.lengths:
        content += delimited(_LENGTHS, _lengths(view.lengths))
    if view.reals:
        content += delimited(_REALS, pack(f"<{len(view.reals)}d", *view.reals))
    for text in view.texts:
        content += delimited(_TEXTS, text.encode("utf-8", "replace"))
    return delimited(_MESSAGE, content)


def _ints(view: RowsView) -> bytes:
    """Returns the encoded field `ints`, in zigzag encoding, in which numbers from -64 to 63 take one byte each."""
    packed = view.packed
    if not packed:
        return b""
    if view.wide or packed.translate(None, _ONE_BYTE):
        return Values(ints=view.ints()).SerializeToString()
    return delimited(_INTS, packed.translate(_ZIGZAG))


def _lengths(lengths: tuple[int, ...]) -> bytes:
    """Returns the content of the field `lengths`, in which lengths below 128 take one byte each."""
    try:
        small = bytes(lengths)
    except ValueError:
        return packed(lengths)
    return small if small.isascii() else packed(lengths)


def decode_game(start: MatchStart) -> Any:  # noqa: ANN401  # any game
    """Returns the game of a match, if the game is known in this process or installed as a package; raises ArenaError
    [unknown-game] if not.
    """
    from arena.games.finding import add_installed  # noqa: PLC0415  # only for bots that search
    from arena.games.registry import GAMES, create_game  # noqa: PLC0415  # likewise

    if start.game not in GAMES:  # never loaded from a path, because the arena may belong to a stranger
        try:
            add_installed(start.game)
        except ArenaError as error:
            raise ArenaError(error.code, error.message, NOT_KNOWN) from error
    return create_game(start.game)


def decode_view(game: object, start: MatchStart, turn: Turn) -> RowsView:  # noqa: ARG001  # the signature is the same for every game
    """Returns the view of a seat, with the values from a Turn and the schema from MatchStart."""
    values, schema = turn.values, schema_of(start)
    return RowsView.of(schema, turn.seat, values.ints, values.lengths, values.reals, values.texts)


def schema_of(start: MatchStart) -> tuple[Row, ...]:
    """Returns the schema that a MatchStart contains."""
    return tuple(
        [Row(row.name, row.of, row.width, KINDS[row.kind - 1], row.hides, row.holds) for row in start.schema.rows]
    )
