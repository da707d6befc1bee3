"""How a match stands as values JSON can hold: with all secrets, as a seat sees it, or as it lies open.

Boards share the parts that are the same in many of them, so nobody changes a board.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arena.games.hetverraad import knowledge
from arena.games.hetverraad.city import City
from arena.games.hetverraad.showing.parts import open_parts
from arena.games.hetverraad.showing.shapes import BLACK, AreaFrame, Frame, Owner, SeatFrame, TurnFrame
from arena.games.hetverraad.state import Rules, State, Table, View
from arena.games.hetverraad.terms import (
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
    shuffles, eyes = state.table.card_shuffle, state.card_eyes
    rows = (*state.hands, state.deck)
    known = _Known(
        [_Cards(row, [shuffles[card] for card in row], [eyes[card] for card in row]) for row in rows],
        (*state.influence, state.influence_deck),
        state.influence_ages,
        knowledge.older_influence(state),
        (*state.tokens, state.token_stack),
        state.token_eyes,
    )
    return _frame(state.rules, state.table, known)


def shown(view: View) -> Frame:
    """What a seat knows."""
    sizes, piles = [*view.hand_sizes, view.deck_size], [*view.table.black, view.token_stack_size]
    closed = (_split(row, sizes) for row in (view.closed_cards, view.closed_shuffles, view.closed_seen_by))
    influence: list[Sequence[int]] = [bytes(size) for size in (*view.influence_sizes, view.influence_deck_size)]
    influence[view.seat] = view.influence
    known = _Known(
        [_Cards(*row) for row in zip(*closed, strict=True)],
        influence,
        _split(view.influence_ages, view.influence_sizes),
        view.older_influence,
        _split(view.token_values, piles),
        _split(view.token_seen_by, piles),
    )
    return _frame(view.rules, view.table, known)


def open_table(state: State) -> Frame:
    """What every seat knows; of a card in a hand that is not so, not even who knows it."""
    table = state.table
    shuffles, eyes, all_eyes = table.card_shuffle, state.card_eyes, knowledge.everybody(state)
    rows = []
    for hand in state.hands:
        known = [card for card in hand if eyes[card] == all_eyes]
        closed = sorted(shuffles[card] for card in hand if eyes[card] != all_eyes)
        cards, seen_by = [*known, *bytes(len(closed))], [*[all_eyes] * len(known), *bytes(len(closed))]
        rows.append(_Cards(cards, [*(shuffles[card] for card in known), *closed], seen_by))
    watched = [eyes[card] for card in state.deck]
    seen = [card if eyes[card] == all_eyes else 0 for card in state.deck]
    rows.append(_Cards(seen, [shuffles[card] for card in state.deck], watched))
    tokens = [
        [value if seen_by == all_eyes else 0 for value, seen_by in zip(values, token_eyes, strict=True)]
        for values, token_eyes in zip((*state.tokens, state.token_stack), state.token_eyes, strict=True)
    ]
    told = _Known(
        rows,
        [bytes(len(cards)) for cards in (*state.influence, state.influence_deck)],
        [bytes(sorted(ages)) for ages in state.influence_ages],
        knowledge.older_influence(state),
        tokens,
        state.token_eyes,
    )
    return _frame(state.rules, table, told)


def _split(row: bytes, sizes: Iterable[int]) -> list[bytes]:
    """The row in parts of these sizes."""
    parts, at = [], 0
    for size in sizes:
        parts.append(row[at : at + size])
        at += size
    return parts


def _frame(rules: Rules, table: Table, known: _Known) -> Frame:
    city, deck = rules.city, known.cards[-1]
    return {
        "round": table.round,
        "phase": PHASE_NAMES[table.phase],
        "interrupted": PHASE_NAMES[table.resume] if table.resume else None,
        "start": table.start,
        "active": table.active,
        "slot": table.slot,
        "last_round": bool(table.ending),
        "turn": _turn(table, city),
        "pending": open_parts(city, table.pending) if table.pending else None,
        "areas": _areas(table, city),
        "black_master": {
            "area": None if table.black_master == OUTSIDE else city.area_ids[table.black_master],
            "score": table.black_score,
            "steps": table.steps,
            "black_die": table.black_die or None,
            "white_die": table.white_die or None,
        },
        "seats": [_seat(table, city, known, seat) for seat in range(table.seats)],
        "grand_powers": {name: _owner(owner) for name, owner in zip(GRAND_POWERS, table.grand_power, strict=True)},
        "row": [
            {"card": city.card_ids[card], "stones": stones}
            for card, stones in zip(table.row, table.row_stones, strict=True)
        ],
        "pawnshop": _cards(city, table.pawnshop),
        "market": _cards(city, table.market),
        "discard": _cards(city, table.discard),
        "removed": _cards(city, table.removed),
        "deck": _closed(city.card_ids, deck.cards),
        "deck_shuffles": list(deck.shuffles),
        "deck_seen_by": _seats(deck.seen_by),
        "reshuffles": table.reshuffles,
        "reshuffled": _reshuffled(table, city),
        "influence_deck": _closed(INFLUENCE, known.influence[-1]),
        "influence_discard": [INFLUENCE[kind] for kind in table.influence_discard],
        "influence_reshuffles": table.influence_reshuffles,
        "influence_kept": [INFLUENCE[kind] for kind in known.older],
        "token_stack": [value or None for value in known.tokens[-1]],
        "token_stack_seen_by": _seats(known.token_eyes[-1]),
    }


def _turn(table: Table, city: City) -> TurnFrame:
    return {
        "areas_bought": [city.area_ids[area] for area in table.areas_bought],
        "areas_blocked": [city.area_ids[area] for area in table.areas_blocked],
        "buildings": table.buildings_built,
        "towers": table.towers_built,
        "tokens": table.tokens_bought,
        "cards_sold": _cards(city, table.cards_sold),
        "attacks": table.attacks,
        "red": bool(table.red),
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


def _reshuffled(table: Table, city: City) -> dict[str, int]:
    if table.card_shuffle == city.letter:
        return {}
    shuffles = zip(city.card_ids, table.card_shuffle, city.letter, strict=True)
    return {card: shuffle for card, shuffle, letter in shuffles if shuffle != letter}


def _areas(table: Table, city: City) -> list[AreaFrame]:
    ids = city.card_ids
    rows = zip(city.area_ids, table.area_owner, table.area_building, table.area_tower, strict=True)
    return [_area(area, owner, ids[card] if card else None, towers) for area, owner, card, towers in rows]


@lru_cache(maxsize=4096)
def _area(area: str, owner: int, building: str | None, towers: int) -> AreaFrame:
    return {"id": area, "owner": _owner(owner), "building": building, "towers": towers}


def _seat(table: Table, city: City, known: _Known, seat: int) -> SeatFrame:
    hand = known.cards[seat]
    return {
        "score": table.score[seat],
        "stones": table.stones[seat],
        "hand": _closed(city.card_ids, hand.cards),
        "hand_shuffles": list(hand.shuffles),
        "hand_seen_by": [_SEATS[eyes] or None for eyes in hand.seen_by],
        "influence": _closed(INFLUENCE, known.influence[seat]),
        "influence_ages": list(known.ages[seat]),
        "white_tokens": table.white[seat],
        "black_tokens": [value or None for value in known.tokens[seat]],
        "black_tokens_seen_by": _seats(known.token_eyes[seat]),
        "dark_power": table.dark_power[seat] or None,
        "income": {colour: table.income[CUBES * seat + cube] for cube, colour in enumerate(COLOURS[1:])},
        "knights": city.knights - table.area_owner.count(seat + 1),
        "expelled": bool(table.expelled[seat]),
    }
