"""How a match stands as values JSON can hold: with all secrets, as a seat sees it, or as it lies open.

Boards share the parts that are the same in many of them, so nobody changes a board.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arena.games.cells import Cells, count, part
from arena.games.hetverraad import knowledge
from arena.games.hetverraad.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    ATTACKS,
    BLACK_DIE,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    BUILDINGS_BUILT,
    DARK_VALUE,
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
    WHITE_DIE,
    WHITE_TOKENS,
)
from arena.games.hetverraad.city import City
from arena.games.hetverraad.piles import (
    ALL_AGES,
    AREAS_BLOCKED,
    AREAS_BOUGHT,
    CARD_EYES,
    CARD_SHUFFLE,
    CARDS_SOLD,
    CLOSED_CARDS,
    CLOSED_SEEN_BY,
    CLOSED_SHUFFLES,
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_AGES,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    OLDER_INFLUENCE,
    OWN_INFLUENCE,
    PAWNSHOP,
    REMOVED,
    ROW,
    STACK_EYES,
    TOKEN_EYES,
    TOKEN_STACK,
    TOKEN_VALUES,
    TOKENS,
    TOKENS_SEEN_BY,
)
from arena.games.hetverraad.showing.parts import open_parts
from arena.games.hetverraad.showing.shapes import BLACK, AreaFrame, Frame, Owner, SeatFrame, TurnFrame
from arena.games.hetverraad.state import Rules, State, View, by_area, by_seat, piles_by_seat
from arena.games.hetverraad.terms import (
    AREAS,
    BLACK_MASTER,
    COLOURS,
    CUBES,
    GRAND_POWERS,
    INFLUENCE,
    NEUTRAL,
    OUTSIDE,
    PHASE_NAMES,
)

MOST_SEATS: Final = 5
_SEATS: Final = tuple([seat for seat in range(MOST_SEATS) if eyes >> seat & 1] for eyes in range(1 << MOST_SEATS))
"""The seats of each sum of 1 << seat."""


class _Cards(NamedTuple):
    """Closed building cards: 0 for one that is not known."""

    cards: Sequence[int]
    shuffles: Sequence[int]
    seen_by: Sequence[int]


class _Known(NamedTuple):
    """What somebody knows of the closed; by seat, and last for the deck or the stack."""

    cards: Sequence[_Cards]
    influence: Sequence[Sequence[int]]
    ages: Sequence[bytes]
    older: bytes
    tokens: Sequence[Sequence[int]]
    token_eyes: Sequence[bytes]


def revealed(state: State) -> Frame:
    """Everything."""
    shuffles, eyes = state.piles[CARD_SHUFFLE], state.piles[CARD_EYES]
    rows = (*piles_by_seat(state, HAND), state.piles[DECK])
    known = _Known(
        [_Cards(row, [shuffles[card] for card in row], [eyes[card] for card in row]) for row in rows],
        (*piles_by_seat(state, INFLUENCE_HAND), state.piles[INFLUENCE_DECK]),
        piles_by_seat(state, INFLUENCE_AGES),
        knowledge.older_influence(state),
        (*piles_by_seat(state, TOKENS), state.piles[TOKEN_STACK]),
        (*piles_by_seat(state, TOKEN_EYES), state.piles[STACK_EYES]),
    )
    return _frame(state.rules, state.cells, state.piles, known)


def shown(view: View) -> Frame:
    """What a seat knows."""
    cells, piles = view.cells, view.piles
    hands, stacks = [*by_seat(cells, HAND_SIZE), cells[DECK_SIZE]], [*by_seat(cells, BLACK_TOKENS), cells[STACK_SIZE]]
    influence_hands = by_seat(cells, INFLUENCE_SIZE)
    closed = (_split(piles[row], hands) for row in (CLOSED_CARDS, CLOSED_SHUFFLES, CLOSED_SEEN_BY))
    influence: list[Sequence[int]] = [bytes(size) for size in (*influence_hands, cells[INFLUENCE_DECK_SIZE])]
    influence[view.seat] = piles[OWN_INFLUENCE]
    known = _Known(
        [_Cards(*row) for row in zip(*closed, strict=True)],
        influence,
        _split(piles[ALL_AGES], influence_hands),
        piles[OLDER_INFLUENCE],
        _split(piles[TOKEN_VALUES], stacks),
        _split(piles[TOKENS_SEEN_BY], stacks),
    )
    return _frame(view.rules, cells, piles, known)


def open_table(state: State) -> Frame:
    """What every seat knows; of a card in a hand that is not so, not even who knows it."""
    piles = state.piles
    shuffles, eyes, all_eyes = piles[CARD_SHUFFLE], piles[CARD_EYES], knowledge.everybody(state)
    rows = []
    for hand in piles_by_seat(state, HAND):
        known = [card for card in hand if eyes[card] == all_eyes]
        closed = sorted(shuffles[card] for card in hand if eyes[card] != all_eyes)
        cards, seen_by = [*known, *bytes(len(closed))], [*[all_eyes] * len(known), *bytes(len(closed))]
        rows.append(_Cards(cards, [*(shuffles[card] for card in known), *closed], seen_by))
    watched = [eyes[card] for card in piles[DECK]]
    seen = [card if eyes[card] == all_eyes else 0 for card in piles[DECK]]
    rows.append(_Cards(seen, [shuffles[card] for card in piles[DECK]], watched))
    stacks = (*piles_by_seat(state, TOKENS), piles[TOKEN_STACK])
    stack_eyes = (*piles_by_seat(state, TOKEN_EYES), piles[STACK_EYES])
    tokens = [
        [value if seen_by == all_eyes else 0 for value, seen_by in zip(values, token_eyes, strict=True)]
        for values, token_eyes in zip(stacks, stack_eyes, strict=True)
    ]
    told = _Known(
        rows,
        [bytes(len(cards)) for cards in (*piles_by_seat(state, INFLUENCE_HAND), piles[INFLUENCE_DECK])],
        [bytes(sorted(ages)) for ages in piles_by_seat(state, INFLUENCE_AGES)],
        knowledge.older_influence(state),
        tokens,
        stack_eyes,
    )
    return _frame(state.rules, state.cells, piles, told)


def _split(row: bytes, sizes: Iterable[int]) -> list[bytes]:
    """The row in parts of these sizes."""
    parts, at = [], 0
    for size in sizes:
        parts.append(row[at : at + size])
        at += size
    return parts


def _frame(rules: Rules, cells: Cells, piles: list[bytes], known: _Known) -> Frame:
    city, deck = rules.city, known.cards[-1]
    return {
        "round": cells[ROUND],
        "phase": PHASE_NAMES[cells[PHASE]],
        "interrupted": PHASE_NAMES[cells[RESUME]] if cells[RESUME] else None,
        "start": cells[START],
        "active": cells[ACTIVE],
        "slot": cells[SLOT],
        "last_round": bool(cells[ENDING]),
        "turn": _turn(cells, piles, city),
        "pending": open_parts(city, cells[PENDING]) if cells[PENDING] else None,
        "areas": _areas(cells, city),
        "black_master": {
            "area": None if cells[BLACK_PLACE] == OUTSIDE else city.area_ids[cells[BLACK_PLACE]],
            "score": cells[BLACK_SCORE],
            "steps": cells[STEPS],
            "black_die": cells[BLACK_DIE] or None,
            "white_die": cells[WHITE_DIE] or None,
        },
        "seats": [_seat(cells, city, known, seat) for seat in range(cells[SEATS])],
        "grand_powers": {
            name: _owner(owner)
            for name, owner in zip(GRAND_POWERS, part(cells, GRAND_POWER, len(GRAND_POWERS)), strict=True)
        },
        "row": [
            {"card": city.card_ids[card], "stones": stones}
            for card, stones in zip(piles[ROW], part(cells, ROW_STONES, len(piles[ROW])), strict=True)
        ],
        "pawnshop": _cards(city, piles[PAWNSHOP]),
        "market": _cards(city, piles[MARKET]),
        "discard": _cards(city, piles[DISCARD]),
        "removed": _cards(city, piles[REMOVED]),
        "deck": _closed(city.card_ids, deck.cards),
        "deck_shuffles": list(deck.shuffles),
        "deck_seen_by": _seats(deck.seen_by),
        "reshuffles": cells[RESHUFFLES],
        "reshuffled": _reshuffled(piles[CARD_SHUFFLE], city),
        "influence_deck": _closed(INFLUENCE, known.influence[-1]),
        "influence_discard": [INFLUENCE[kind] for kind in piles[INFLUENCE_DISCARD]],
        "influence_reshuffles": cells[INFLUENCE_RESHUFFLES],
        "influence_kept": [INFLUENCE[kind] for kind in known.older],
        "token_stack": [value or None for value in known.tokens[-1]],
        "token_stack_seen_by": _seats(known.token_eyes[-1]),
    }


def _turn(cells: Cells, piles: list[bytes], city: City) -> TurnFrame:
    return {
        "areas_bought": [city.area_ids[area] for area in piles[AREAS_BOUGHT]],
        "areas_blocked": [city.area_ids[area] for area in piles[AREAS_BLOCKED]],
        "buildings": cells[BUILDINGS_BUILT],
        "towers": cells[TOWERS_BUILT],
        "tokens": cells[TOKENS_BOUGHT],
        "cards_sold": _cards(city, piles[CARDS_SOLD]),
        "attacks": cells[ATTACKS],
        "red": bool(cells[RED]),
    }


def _owner(owner: int) -> Owner:
    if owner == BLACK_MASTER:
        return BLACK
    return None if owner == NEUTRAL else owner - 1


def _cards(city: City, cards: bytes) -> list[str]:
    return [city.card_ids[card] for card in cards]


def _closed(names: Sequence[str], numbers: Iterable[int]) -> list[str | None]:
    """The name of each; None for 0."""
    return [names[number] if number else None for number in numbers]


def _seats(rows: Iterable[int]) -> list[list[int]]:
    """The seats of each sum of 1 << seat."""
    return [_SEATS[eyes] for eyes in rows]


def _reshuffled(shuffles: bytes, city: City) -> dict[str, int]:
    if shuffles == city.letter:
        return {}
    rows = zip(city.card_ids, shuffles, city.letter, strict=True)
    return {card: shuffle for card, shuffle, letter in rows if shuffle != letter}


def _areas(cells: Cells, city: City) -> list[AreaFrame]:
    ids = city.card_ids
    rows = zip(
        city.area_ids,
        by_area(cells, AREA_OWNER),
        by_area(cells, AREA_BUILDING),
        by_area(cells, AREA_TOWER),
        strict=True,
    )
    return [_area(area, owner, ids[card] if card else None, towers) for area, owner, card, towers in rows]


@lru_cache(maxsize=4096)
def _area(area: str, owner: int, building: str | None, towers: int) -> AreaFrame:
    return {"id": area, "owner": _owner(owner), "building": building, "towers": towers}


def _seat(cells: Cells, city: City, known: _Known, seat: int) -> SeatFrame:
    hand = known.cards[seat]
    return {
        "score": cells[SCORE + seat],
        "stones": cells[STONES + seat],
        "hand": _closed(city.card_ids, hand.cards),
        "hand_shuffles": list(hand.shuffles),
        "hand_seen_by": [_SEATS[eyes] or None for eyes in hand.seen_by],
        "influence": _closed(INFLUENCE, known.influence[seat]),
        "influence_ages": list(known.ages[seat]),
        "white_tokens": cells[WHITE_TOKENS + seat],
        "black_tokens": [value or None for value in known.tokens[seat]],
        "black_tokens_seen_by": _seats(known.token_eyes[seat]),
        "dark_power": cells[DARK_VALUE + seat] or None,
        "income": {colour: cells[INCOME_CUBE + CUBES * seat + cube] for cube, colour in enumerate(COLOURS[1:])},
        "knights": city.knights - count(cells, AREA_OWNER, AREAS, seat + 1),
        "expelled": bool(cells[EXPELLED + seat]),
    }
