"""Messages of Het Verraad: views are encoded by hand for speed, and read by the generated classes.

`hetverraad_city.py` encodes the components, which never change in a match.

The field numbers are those of `hetverraad.proto`.
"""

from typing import Final

from arena.games.cells import blank, low_bytes, part, put
from arena.games.hetverraad import HetVerraad
from arena.games.hetverraad.state.board import gather
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    ATTACKS,
    BLACK_DIE,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    BUILDINGS_BUILT,
    DECK_SIZE,
    ENDING,
    EXPELLED,
    GRAND_POWER,
    HAND_SIZE,
    INCOME_CUBE,
    INFLUENCE_DECK_SIZE,
    INFLUENCE_RESHUFFLES,
    INFLUENCE_SIZE,
    PENDING,
    PHASE,
    RED,
    RESHUFFLES,
    RESUME,
    ROUND,
    ROW_STONES,
    SCORE,
    SEATS,
    SLOT,
    STACK_SIZE,
    START,
    STEPS,
    STONES,
    TOKENS_BOUGHT,
    TOWERS_BUILT,
    VIEW_CELLS,
    WHITE_DIE,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import (
    ALL_AGES,
    AREAS_BLOCKED,
    AREAS_BOUGHT,
    CARD_SHUFFLE,
    CARDS_SOLD,
    CLOSED_CARDS,
    CLOSED_SEEN_BY,
    CLOSED_SHUFFLES,
    DISCARD,
    INFLUENCE_DISCARD,
    MARKET,
    OLDER_INFLUENCE,
    OWN_HAND,
    OWN_INFLUENCE,
    OWN_TOKENS,
    PAWNSHOP,
    REMOVED,
    ROW,
    SHOWN,
    TOKEN_VALUES,
    TOKENS_SEEN_BY,
    VIEW_PILES,
)
from arena.games.hetverraad.state.state import View, by_seat
from arena.games.hetverraad.terms import AREAS, CARDS, CUBES, GRAND_POWERS, OUTSIDE
from arena.protocol.hetverraad_city import decode_city, encode_city
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.protocol.wire import bytes_tag, delimited, number_tag, packed, varint

INFLUENCE_CARDS: Final = 30
TOKENS: Final = 30
OPEN_CARDS: Final = 3
SHOWN_CARDS: Final = 2
MOST: Final = {
    **dict.fromkeys(("row", "row_stones"), OPEN_CARDS),
    **dict.fromkeys(("pawnshop", "market", "discard", "removed", "cards_sold", "hand"), CARDS),
    **dict.fromkeys(("closed_cards", "closed_shuffles", "closed_seen_by"), CARDS),
    **dict.fromkeys(("areas_bought", "areas_blocked"), AREAS),
    **dict.fromkeys(("influence_discard", "influence", "influence_ages", "older_influence"), INFLUENCE_CARDS),
    **dict.fromkeys(("tokens", "token_values", "token_seen_by"), TOKENS),
    "seen": SHOWN_CARDS,
}
"""The most values that each list of variable length can have, by the field's name. These limits hold for the components
that are shipped with the arena.
"""

_MESSAGE: Final = bytes_tag(11)
"""The tag of the game's field, which has the same number in MatchStart.setup and Turn.view."""

_NUMBERS: Final = tuple(
    [
        (number_tag(field), cell)
        for field, cell in (
            (1, ROUND),
            (2, PHASE),
            (3, START),
            (4, ACTIVE),
            (5, SLOT),
            (10, BLACK_SCORE),
            (23, RESHUFFLES),
            (25, INFLUENCE_RESHUFFLES),
            (28, BUILDINGS_BUILT),
            (29, TOWERS_BUILT),
            (30, TOKENS_BOUGHT),
            (32, RED),
            (33, ENDING),
            (35, STEPS),
            (36, ATTACKS),
            (37, BLACK_DIE),
            (38, WHITE_DIE),
            (39, PENDING),
            (40, RESUME),
            (43, DECK_SIZE),
            (44, INFLUENCE_DECK_SIZE),
            (45, STACK_SIZE),
        )
    ]
)
_ROWS: Final = tuple(
    map(
        bytes_tag,
        (6, 7, 8, 13, 14, 15, 16, 17, 19, 20, 21, 22, 24, 26, 27, 31, 34, 41, 42, *range(46, 58)),
    )
)
_BLACK_MASTER: Final = number_tag(9)
_SCORE, _STONES, _ROW_STONES = (bytes_tag(field) for field in (11, 12, 18))


def encode_setup(view: View) -> bytes:
    """Returns the set-up, which every view of the match contains, as the encoded field `hetverraad` of MatchStart."""
    return delimited(_MESSAGE, encode_city(view.rules.city))


def encode_view(view: View) -> bytes:
    """Returns the view as the encoded field `hetverraad` of Turn."""
    cells = view.cells
    parts: list[bytes] = []
    if cells[BLACK_PLACE] != OUTSIDE:
        parts += (_BLACK_MASTER, varint(cells[BLACK_PLACE]))
    for tag, cell in _NUMBERS:
        number = cells[cell]
        if number:
            parts += (tag, varint(number))
    for tag, row in zip(_ROWS, _rows(view), strict=True):
        if row:
            parts.append(delimited(tag, row if row.isascii() else packed(row)))
    parts += (
        delimited(_SCORE, packed(by_seat(cells, SCORE))),
        delimited(_STONES, packed(by_seat(cells, STONES))),
        delimited(_ROW_STONES, packed(part(cells, ROW_STONES, len(view.piles[ROW])))),
    )
    return delimited(_MESSAGE, b"".join(parts))


def _rows(view: View) -> tuple[bytes, ...]:
    """Returns the rows of a view, in the order of `_ROWS`, with one byte for each number."""
    cells, piles, low = view.cells, view.piles, low_bytes(view.cells)
    seats = cells[SEATS]
    return (
        low[AREA_OWNER : AREA_OWNER + AREAS],
        low[AREA_BUILDING : AREA_BUILDING + AREAS],
        low[AREA_TOWER : AREA_TOWER + AREAS],
        low[WHITE_TOKENS : WHITE_TOKENS + seats],
        low[BLACK_TOKENS : BLACK_TOKENS + seats],
        low[INCOME_CUBE : INCOME_CUBE + CUBES * seats],
        low[GRAND_POWER : GRAND_POWER + len(GRAND_POWERS)],
        piles[ROW],
        piles[PAWNSHOP],
        piles[MARKET],
        piles[DISCARD],
        piles[REMOVED],
        piles[INFLUENCE_DISCARD],
        piles[AREAS_BOUGHT],
        piles[AREAS_BLOCKED],
        piles[CARDS_SOLD],
        low[EXPELLED : EXPELLED + seats],
        low[HAND_SIZE : HAND_SIZE + seats],
        low[INFLUENCE_SIZE : INFLUENCE_SIZE + seats],
        piles[OWN_HAND],
        piles[OWN_INFLUENCE],
        piles[OWN_TOKENS],
        piles[SHOWN],
        piles[CARD_SHUFFLE],
        piles[CLOSED_CARDS],
        piles[CLOSED_SHUFFLES],
        piles[CLOSED_SEEN_BY],
        piles[ALL_AGES],
        piles[OLDER_INFLUENCE],
        piles[TOKEN_VALUES],
        piles[TOKENS_SEEN_BY],
    )


def decode_game(start: MatchStart) -> HetVerraad:
    """The game with the components that the arena sent in MatchStart."""
    return HetVerraad(decode_city(start.hetverraad))


def decode_view(game: HetVerraad, start: MatchStart, turn: Turn) -> View:
    """Returns the view that a Turn contains, in the form that the game's functions expect, such as `sample`."""
    message = turn.hetverraad
    cells, piles = blank(VIEW_CELLS), [b""] * VIEW_PILES
    cells[SEATS] = start.seats
    cells[ACTOR] = turn.seat
    for cell, number in (
        (START, message.start),
        (ROUND, message.round),
        (PHASE, message.phase),
        (ACTIVE, message.active),
        (SLOT, message.slot),
        (BLACK_PLACE, message.black_master if message.HasField("black_master") else OUTSIDE),
        (BLACK_SCORE, message.black_score),
        (RESHUFFLES, message.reshuffles),
        (INFLUENCE_RESHUFFLES, message.influence_reshuffles),
        (BUILDINGS_BUILT, message.buildings_built),
        (TOWERS_BUILT, message.towers_built),
        (TOKENS_BOUGHT, message.tokens_bought),
        (RED, int(message.red)),
        (ENDING, int(message.ending)),
        (STEPS, message.steps),
        (ATTACKS, message.attacks),
        (BLACK_DIE, message.black_die),
        (WHITE_DIE, message.white_die),
        (PENDING, message.pending),
        (RESUME, message.resume),
        (DECK_SIZE, message.deck_size),
        (INFLUENCE_DECK_SIZE, message.influence_deck_size),
        (STACK_SIZE, message.token_stack_size),
    ):
        cells[cell] = number
    for first, numbers in (
        (AREA_OWNER, message.area_owner),
        (AREA_BUILDING, message.area_building),
        (AREA_TOWER, message.area_tower),
        (SCORE, message.score),
        (STONES, message.stones),
        (WHITE_TOKENS, message.white),
        (BLACK_TOKENS, message.black),
        (EXPELLED, message.expelled),
        (INCOME_CUBE, message.income),
        (GRAND_POWER, message.grand_power),
        (ROW_STONES, message.row_stones),
        (HAND_SIZE, message.hand_sizes),
        (INFLUENCE_SIZE, message.influence_sizes),
    ):
        put(cells, first, tuple(numbers))
    gather(cells, game.city.colour)
    for pile, row in (
        (ROW, message.row),
        (PAWNSHOP, message.pawnshop),
        (MARKET, message.market),
        (DISCARD, message.discard),
        (REMOVED, message.removed),
        (CARD_SHUFFLE, message.card_shuffle),
        (INFLUENCE_DISCARD, message.influence_discard),
        (AREAS_BOUGHT, message.areas_bought),
        (AREAS_BLOCKED, message.areas_blocked),
        (CARDS_SOLD, message.cards_sold),
        (OWN_HAND, message.hand),
        (OWN_INFLUENCE, message.influence),
        (OWN_TOKENS, message.tokens),
        (SHOWN, message.seen),
        (CLOSED_CARDS, message.closed_cards),
        (CLOSED_SHUFFLES, message.closed_shuffles),
        (CLOSED_SEEN_BY, message.closed_seen_by),
        (ALL_AGES, message.influence_ages),
        (OLDER_INFLUENCE, message.older_influence),
        (TOKEN_VALUES, message.token_values),
        (TOKENS_SEEN_BY, message.token_seen_by),
    ):
        piles[pile] = bytes(row)
    return View(game.rules(start.edition), turn.seat, cells, piles)
