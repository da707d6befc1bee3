"""Verräter on the wire: setups and views written by hand for speed, and read back through the generated classes.

The field numbers are those of `verraeter.proto`.
"""

from collections.abc import Sequence
from typing import Final

from arena.games.verraeter import Verraeter
from arena.games.verraeter.cards import COUNTS, WEIGHTS
from arena.games.verraeter.draft import ROLES_IN
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state import Table, View
from arena.games.verraeter.terms import LANDSCAPES, NO_BORDER, PLACES
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.protocol.wire import SMALL, bytes_tag, delimited, number_tag, packed

MOST_SEATS: Final = 4

_MESSAGE: Final = bytes_tag(10)
"""The game's field in MatchStart.setup and Turn.view."""

_ROUND, _PHASE, _START, _STRATEGIST, _CONFLICT, _WINNER = (number_tag(field)[0] for field in range(1, 7))
_CIRCLE_HOUSE, _BUILDING_KIND, _BUILDING_SEAT = (bytes_tag(field) + bytes((PLACES,)) for field in (7, 8, 9))
_HOUSE, _HAND_SIZE, _ROLE = (
    tuple(bytes_tag(field) + bytes((seats,)) for seats in range(MOST_SEATS + 1)) for field in (10, 12, 13)
)
_SCORE: Final = bytes_tag(11)
_PLAYED: Final = tuple(bytes_tag(14) + bytes((len(WEIGHTS) * seats,)) for seats in range(MOST_SEATS + 1))
_DISCARD, _HAND = (bytes_tag(field) + bytes((len(WEIGHTS),)) for field in (15, 17))
_PILE_SIZE, _PICK, _ASIDE, _ENTITLEMENT, _DRAW_SLOT = (number_tag(field) for field in (16, 18, 20, 21, 22))
_OFFERED: Final = tuple(delimited(bytes_tag(19), bytes(roles)) for roles in ROLES_IN)
_NUMBERS: Final = tuple(bytes((value,)) for value in range(SMALL))


def encode_setup(view: View) -> bytes:
    """The field `verraeter` of MatchStart, from any view of the match."""
    points = view.rules.points
    winners = [value for row in points.winners[1:] for value in row[1:]]
    setup = (
        delimited(bytes_tag(1), view.table.landscape)
        + delimited(bytes_tag(2), packed(points.base[1:]))
        + delimited(bytes_tag(3), packed(winners))
    )
    return delimited(_MESSAGE, setup)


def encode_view(view: View) -> bytes:
    """The field `verraeter` of Turn."""
    table = view.table
    seats = table.seats
    score = table.score
    numbers = bytes((_ROUND, table.round, _PHASE, table.phase, _START, table.start, _STRATEGIST, table.strategist))
    if table.conflict != NO_BORDER:
        numbers += bytes((_CONFLICT, table.conflict, _WINNER, table.winner))
    return delimited(
        _MESSAGE,
        b"".join(
            (
                numbers,
                _CIRCLE_HOUSE,
                table.circle_house,
                _BUILDING_KIND,
                table.building_kind,
                _BUILDING_SEAT,
                table.building_seat,
                _HOUSE[seats],
                table.house,
                delimited(_SCORE, bytes(score) if max(score) < SMALL else packed(score)),
                _HAND_SIZE[seats],
                view.hand_sizes,
                _ROLE[seats],
                table.role,
                _PLAYED[seats],
                *[COUNTS[cards] for cards in table.played],
                _DISCARD,
                COUNTS[table.discard],
                _PILE_SIZE,
                _NUMBERS[view.pile_size],
                _HAND,
                COUNTS[view.hand],
                _PICK,
                _NUMBERS[view.pick],
                _OFFERED[view.offered],
                _ASIDE,
                _NUMBERS[view.aside],
                _ENTITLEMENT,
                _NUMBERS[view.entitlement],
                _DRAW_SLOT,
                _NUMBERS[table.draw_slot],
            )
        ),
    )


def decode_game(start: MatchStart) -> Verraeter:
    """The game as the match plays it, with the point table the arena sent."""
    setup = start.verraeter
    winners = setup.winner_points
    columns = len(winners) // (len(LANDSCAPES) - 1)
    rows = (tuple(winners[i : i + columns]) for i in range(0, len(winners), columns))
    return Verraeter(PointTable((0, *setup.base), ((0,) * (columns + 1), *((0, *row) for row in rows))))


def decode_view(game: Verraeter, start: MatchStart, turn: Turn) -> View:
    """The engine's view from its message; what the engine needs to sample states from it."""
    message = turn.verraeter
    table = Table.__new__(Table)
    table.seats = start.seats
    table.landscape = bytes(start.verraeter.circle_landscape)
    table.circle_house = bytes(message.circle_house)
    table.building_kind = bytes(message.building_kind)
    table.building_seat = bytes(message.building_seat)
    table.round = message.round
    table.phase = message.phase
    table.actor = turn.seat
    table.start = message.start
    table.strategist = message.strategist
    table.conflict = message.conflict if message.HasField("conflict") else NO_BORDER
    table.winner = message.winner
    table.house = bytes(message.house)
    table.score = tuple(message.score)
    table.role = bytes(message.role)
    table.played = tuple(_code(message.played[6 * seat : 6 * seat + 6]) for seat in range(start.seats))
    table.discard = _code(message.discard)
    table.draw_slot = message.draw_slot
    return View(
        game.rules(start.edition),
        table,
        turn.seat,
        bytes(message.hand_sizes),
        message.pile_size,
        _code(message.hand),
        message.pick,
        sum(1 << (role - 1) for role in message.offered),
        message.aside,
        message.entitlement,
    )


def _code(counts: Sequence[int]) -> int:
    return sum(count * weight for count, weight in zip(counts, WEIGHTS, strict=True))
