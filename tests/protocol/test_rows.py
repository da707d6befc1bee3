"""Tests of the messages of games whose views are rows (named lists of values): a bot decodes the same values that the
view had.
"""

from random import Random
from typing import Any

import pytest

from arena.bot.rows import HIDDEN, RowsTurn, Shape
from arena.games import Chance, Row
from arena.games.outside import flat
from arena.games.outside.fault import GameFault
from arena.games.outside.view import RowsView
from arena.protocol import rows
from arena.protocol.codecs import codec_of
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from tests.games.outside.test_outside import BIDS

SCHEMA = (
    Row("hand", "card", hides=True), Row("board", "cell", 3), Row("odds", kind="reals"), Row("word", kind="text"),
    Row("pot", width=1), Row("pair", "seat", 2, "reals"), Row("notes", "", 0, "text"),
)  # fmt: skip


def view_of(rng: Random) -> RowsView:
    """Returns a view with random values that agree with the schema."""
    lengths = [*(rng.choice((0, 1, 3, 127, 128, 300)) for _ in range(2)), rng.randrange(4), rng.randrange(4)]
    choices = rng.choice([(HIDDEN, 0, 63, -64), (-65, 64, 127, -128), (HIDDEN, 0, 127, 128, -(2**63) + 1, 2**63 - 1)])
    ints = [rng.choice(choices) for _ in range(lengths[0] + 4)]
    reals = [rng.random() for _ in range(lengths[1] + 2)]
    texts = [rng.choice(("", "ä", "x" * 200)) for _ in range(lengths[2] + lengths[3])]
    return RowsView.of(SCHEMA, 1, ints, lengths, reals, texts)


@pytest.mark.parametrize("seed", range(20))
def test_rows_of_an_author_are_the_same_when_they_have_been_made_flat(seed: int) -> None:
    given = view_of(Random(seed)).rows()
    assert flat.rows("Any", given, SCHEMA, 1).rows() == given
    plain = SCHEMA[0], SCHEMA[1], SCHEMA[4]
    wanted = {row.name: given[row.name] for row in plain}
    assert flat.rows("Any", wanted, plain, 1, flat.widths_of(plain)) == flat.rows("Any", wanted, plain, 1)


@pytest.mark.parametrize("cards", [[None, 3], (None, 300), [None, -(2**63) + 1]])
def test_hidden_places_and_large_numbers_are_the_same_looked_at_together_or_one_by_one(cards: Any) -> None:
    schema = (SCHEMA[0],)
    together = flat.rows("Any", {"hand": cards}, schema, 0, flat.widths_of(schema))
    assert together == flat.rows("Any", {"hand": cards}, schema, 0)
    assert together.rows() == {"hand": [HIDDEN, cards[1]]}


@pytest.mark.parametrize("row", [Row("hand", most=2), Row("hand", hides=True), Row("hand", width=1)])
def test_rows_that_are_wrong_are_refused_looked_at_together_or_one_by_one(row: Row) -> None:
    for value in ([1, 2, -(2**63)], ["1"], [1, None, 3]) if not row.hides else ([-(2**63)], ["1"]):
        for widths in ((), flat.widths_of((row,))):
            with pytest.raises(GameFault, match="hand"):
                flat.rows("Any", {"hand": value}, (row,), 0, widths)


@pytest.mark.parametrize("seed", range(20))
def test_rows_are_the_same_when_they_have_been_on_the_wire(seed: int) -> None:
    view = view_of(Random(seed))
    start = MatchStart.FromString(rows.encode_setup(view))
    turn = Turn.FromString(Turn(seat=1, legal=[3]).SerializeToString() + rows.encode_view(view))
    assert rows.decode_view(None, start, turn) == view
    told = RowsTurn(Shape(start.schema.rows), turn)
    assert {name: list(values) for name, values in told.rows.items()} == view.rows()
    assert list(told.rows) == [row.name for row in SCHEMA]
    assert list(told.legal) == [3]  # type: ignore[call-overload]  # the turn has its other fields, too
    for message in (start, turn):
        size = message.ByteSize()
        message.DiscardUnknownFields()
        assert message.ByteSize() == size


def test_the_schema_is_told_with_the_start_and_is_the_same_for_all_seats() -> None:
    state, codec = BIDS.deal(2, "standard", Chance(bytes(16))), codec_of("bids")
    setups = {codec.encode_setup(BIDS.view(state, seat)) for seat in (0, 1)}
    schema = MatchStart.FromString(setups.pop()).schema
    assert not setups
    assert [(row.name, row.of, row.width, row.hides) for row in schema.rows] == [
        ("card", "seat", 2, True), ("odds", "", 0, False), ("said", "", 0, False),
    ]  # fmt: skip
