"""Messages of Verräter, encoded by hand and read by the generated classes.

The field numbers are those of `verraeter.proto`.
"""

from collections.abc import Sequence
from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import u8

from arena.games.cells import Cells, blank, low_bytes, put
from arena.games.verraeter import Verraeter
from arena.games.verraeter.phases.draft import ROLES_IN
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state.cards import COUNTS, WEIGHTS
from arena.games.verraeter.state.cells import (
    ACTOR,
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    DRAWS_DONE,
    HAND_SIZE,
    HOUSE,
    LANDSCAPE,
    OPEN_CELLS,
    OWNER,
    PHASE,
    PILE_SIZE,
    PLAYED,
    ROLE,
    ROUND,
    SCORE,
    SEATS,
    START,
    STRATEGY,
    WINNER,
)
from arena.games.verraeter.state.state import View, by_seat
from arena.games.verraeter.terms import LANDSCAPES, NO_BORDER, PLACES, ROLES
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.protocol.wire import SMALL, bytes_tag, delimited, number_tag, packed

MOST_SEATS: Final = 4
MOST: Final = {"offered": len(ROLES) - 1}
"""The maximum length of each list of variable length in the messages, by the field's name."""

_MESSAGE: Final = bytes_tag(10)
"""The tag of the game's field, which has the same number in MatchStart.setup and Turn.view."""


def _row_tag(field: int, length: int) -> bytes:
    """The tag and the length of a row of `length` numbers below 128."""
    return bytes_tag(field) + bytes((length,))


def _row_tags(field: int, of_each: int = 1) -> tuple[bytes, ...]:
    """Returns the encoded tag and length of a row, by the number of seats. The row has `of_each` numbers below 128 for
    each seat.
    """
    return tuple([_row_tag(field, of_each * seats) for seats in range(MOST_SEATS + 1)])


_ROUND: Final[u8] = 1 << 3
_PHASE: Final[u8] = 2 << 3
_START: Final[u8] = 3 << 3
_STRATEGIST: Final[u8] = 4 << 3
_CONFLICT: Final[u8] = 5 << 3
_WINNER: Final[u8] = 6 << 3
_CIRCLE_HOUSE: Final = _row_tag(7, PLACES)
_BUILDING_KIND: Final = _row_tag(8, PLACES)
_BUILDING_SEAT: Final = _row_tag(9, PLACES)
_HOUSE: Final = _row_tags(10)
_SCORE: Final = bytes_tag(11)
_SMALL_SCORE: Final = _row_tags(11)
_HAND_SIZE: Final = _row_tags(12)
_ROLE: Final = _row_tags(13)
_PLAYED: Final = _row_tags(14, len(WEIGHTS))
_DISCARD: Final = _row_tag(15, len(WEIGHTS))
_PILE_SIZE: Final = number_tag(16)
_HAND: Final = _row_tag(17, len(WEIGHTS))
_PICK: Final = number_tag(18)
_OFFERED: Final = tuple([delimited(bytes_tag(19), bytes(roles)) for roles in ROLES_IN])
_ASIDE: Final = number_tag(20)
_ENTITLEMENT: Final = number_tag(21)
_DRAW_SLOT: Final = number_tag(22)


def encode_setup(view: View) -> bytes:
    """Returns the set-up, which every view of the match contains, as the encoded field `verraeter` of MatchStart."""
    points = view.rules.points
    winners = [value for row in points.winners[1:] for value in row[1:]]
    setup = (
        delimited(bytes_tag(1), low_bytes(view.cells)[LANDSCAPE : LANDSCAPE + PLACES])
        + delimited(bytes_tag(2), packed(points.base[1:]))
        + delimited(bytes_tag(3), packed(winners))
    )
    return delimited(_MESSAGE, setup)


def encode_view(view: View) -> bytes:
    """Returns the view as the encoded field `verraeter` of Turn."""
    cells = view.cells
    low = low_bytes(cells)
    seats, border = cells[SEATS], cells[BORDER]
    out = BytesWriter()
    out.append(_ROUND)
    out.append(low[ROUND])
    out.append(_PHASE)
    out.append(low[PHASE])
    out.append(_START)
    out.append(low[START])
    out.append(_STRATEGIST)
    out.append(low[STRATEGY])
    if border != NO_BORDER:
        out.append(_CONFLICT)
        out.append(low[BORDER])
        out.append(_WINNER)
        out.append(low[WINNER])
    out.write(_CIRCLE_HOUSE)
    out.write(low[OWNER : OWNER + PLACES])
    out.write(_BUILDING_KIND)
    out.write(low[BUILDING : BUILDING + PLACES])
    out.write(_BUILDING_SEAT)
    out.write(low[BUILDING_SEAT : BUILDING_SEAT + PLACES])
    out.write(_HOUSE[seats])
    out.write(low[HOUSE : HOUSE + seats])
    out.write(_scores(cells, low))
    out.write(_HAND_SIZE[seats])
    out.write(low[HAND_SIZE : HAND_SIZE + seats])
    out.write(_ROLE[seats])
    out.write(low[ROLE : ROLE + seats])
    out.write(_PLAYED[seats])
    for seat in range(seats):
        out.write(COUNTS[cells[PLAYED + seat]])
    out.write(_DISCARD)
    out.write(COUNTS[cells[DISCARD]])
    out.write(_PILE_SIZE)
    out.append(low[PILE_SIZE])
    out.write(_HAND)
    out.write(COUNTS[view.hand])
    out.write(_PICK)
    out.append(view.pick)
    out.write(_OFFERED[view.offered])
    out.write(_ASIDE)
    out.append(view.aside)
    out.write(_ENTITLEMENT)
    out.append(view.entitlement)
    out.write(_DRAW_SLOT)
    out.append(low[DRAWS_DONE])
    return delimited(_MESSAGE, out.getvalue())


def _scores(cells: Cells, low: bytes) -> bytes:
    seats = cells[SEATS]
    for seat in range(seats):
        if cells[SCORE + seat] >= SMALL:
            return delimited(_SCORE, packed(by_seat(cells, SCORE)))
    return _SMALL_SCORE[seats] + low[SCORE : SCORE + seats]


def decode_game(start: MatchStart) -> Verraeter:
    """The game with the point table that the arena sent in MatchStart."""
    setup = start.verraeter
    winners = setup.winner_points
    columns = len(winners) // (len(LANDSCAPES) - 1)
    rows = (tuple(winners[i : i + columns]) for i in range(0, len(winners), columns))
    return Verraeter(PointTable((0, *setup.base), ((0,) * (columns + 1), *((0, *row) for row in rows))))


def decode_view(game: Verraeter, start: MatchStart, turn: Turn) -> View:
    """Returns the view that a Turn contains, in the form that the game's functions expect, such as `sample`."""
    message = turn.verraeter
    cells = blank(OPEN_CELLS)
    cells[SEATS] = start.seats
    cells[ROUND] = message.round
    cells[PHASE] = message.phase
    cells[ACTOR] = turn.seat
    cells[START] = message.start
    cells[STRATEGY] = message.strategist
    cells[BORDER] = message.conflict if message.HasField("conflict") else NO_BORDER
    cells[WINNER] = message.winner
    cells[DISCARD] = _code(message.discard)
    cells[DRAWS_DONE] = message.draw_slot
    cells[PILE_SIZE] = message.pile_size
    for first, row in (
        (LANDSCAPE, start.verraeter.circle_landscape),
        (OWNER, message.circle_house),
        (BUILDING, message.building_kind),
        (BUILDING_SEAT, message.building_seat),
        (HOUSE, message.house),
        (HAND_SIZE, message.hand_sizes),
        (ROLE, message.role),
        (SCORE, message.score),
    ):
        put(cells, first, tuple(row))
    for seat in range(start.seats):
        cells[PLAYED + seat] = _code(message.played[6 * seat : 6 * seat + 6])
    return View(
        game.rules(start.edition),
        cells,
        turn.seat,
        _code(message.hand),
        message.pick,
        sum(1 << (role - 1) for role in message.offered),
        message.aside,
        message.entitlement,
    )


def _code(counts: Sequence[int]) -> int:
    return sum(count * weight for count, weight in zip(counts, WEIGHTS, strict=True))
