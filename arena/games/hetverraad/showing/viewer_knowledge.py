"""Collects the facts that a viewer knows about hidden components."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arena.games.hetverraad.state import knowledge
from arena.games.hetverraad.state.cells import (
    BLACK_TOKENS,
    DECK_SIZE,
    HAND_SIZE,
    INFLUENCE_DECK_SIZE,
    INFLUENCE_SIZE,
    STACK_SIZE,
)
from arena.games.hetverraad.state.piles import (
    ALL_AGES,
    CARD_EYES,
    CARD_SHUFFLE,
    CLOSED_CARDS,
    CLOSED_SEEN_BY,
    CLOSED_SHUFFLES,
    DECK,
    HAND,
    INFLUENCE_AGES,
    INFLUENCE_DECK,
    INFLUENCE_HAND,
    OLDER_INFLUENCE,
    OWN_INFLUENCE,
    STACK_EYES,
    TOKEN_EYES,
    TOKEN_STACK,
    TOKEN_VALUES,
    TOKENS,
    TOKENS_SEEN_BY,
)
from arena.games.hetverraad.state.state import State, View, by_seat, piles_by_seat


class Cards(NamedTuple):
    """Closed building cards as a viewer knows them, in three rows with an entry for each card: the card (0 if unknown),
    the number of its shuffle, and the seats that know it.
    """

    cards: Sequence[int]
    shuffles: Sequence[int]
    seen_by: Sequence[int]


class Known(NamedTuple):
    """A viewer's knowledge of closed cards and tokens. All fields except `older` are indexed by seat. `cards`,
    `influence`, `tokens` and `token_eyes` have one more entry for the deck or stack.
    """

    cards: Sequence[Cards]
    influence: Sequence[Sequence[int]]
    ages: Sequence[bytes]
    older: bytes
    tokens: Sequence[Sequence[int]]
    token_eyes: Sequence[bytes]


def everything(state: State) -> Known:
    """Returns the knowledge of a viewer who may see everything."""
    shuffles, eyes = state.piles[CARD_SHUFFLE], state.piles[CARD_EYES]
    rows = (*piles_by_seat(state, HAND), state.piles[DECK])
    return Known(
        [Cards(row, [shuffles[card] for card in row], [eyes[card] for card in row]) for row in rows],
        (*piles_by_seat(state, INFLUENCE_HAND), state.piles[INFLUENCE_DECK]),
        piles_by_seat(state, INFLUENCE_AGES),
        knowledge.older_influence(state),
        (*piles_by_seat(state, TOKENS), state.piles[TOKEN_STACK]),
        (*piles_by_seat(state, TOKEN_EYES), state.piles[STACK_EYES]),
    )


def by_the_seat(view: View) -> Known:
    """Returns the knowledge of the seat to which the view belongs."""
    cells, piles = view.cells, view.piles
    hands, stacks = [*by_seat(cells, HAND_SIZE), cells[DECK_SIZE]], [*by_seat(cells, BLACK_TOKENS), cells[STACK_SIZE]]
    influence_hands = by_seat(cells, INFLUENCE_SIZE)
    closed = (_split(piles[row], hands) for row in (CLOSED_CARDS, CLOSED_SHUFFLES, CLOSED_SEEN_BY))
    influence: list[Sequence[int]] = [bytes(size) for size in (*influence_hands, cells[INFLUENCE_DECK_SIZE])]
    influence[view.seat] = piles[OWN_INFLUENCE]
    return Known(
        [Cards(*row) for row in zip(*closed, strict=True)],
        influence,
        _split(piles[ALL_AGES], influence_hands),
        piles[OLDER_INFLUENCE],
        _split(piles[TOKEN_VALUES], stacks),
        _split(piles[TOKENS_SEEN_BY], stacks),
    )


def by_all(state: State) -> Known:
    """Returns the knowledge that all seats share. If some seat does not know a card in a hand, the result does not even
    show which seats know it.
    """
    piles = state.piles
    shuffles, eyes, all_eyes = piles[CARD_SHUFFLE], piles[CARD_EYES], knowledge.everybody(state)
    rows = []
    for hand in piles_by_seat(state, HAND):
        known = [card for card in hand if eyes[card] == all_eyes]
        closed = sorted(shuffles[card] for card in hand if eyes[card] != all_eyes)
        cards, seen_by = [*known, *bytes(len(closed))], [*[all_eyes] * len(known), *bytes(len(closed))]
        rows.append(Cards(cards, [*(shuffles[card] for card in known), *closed], seen_by))
    watched = [eyes[card] for card in piles[DECK]]
    seen = [card if eyes[card] == all_eyes else 0 for card in piles[DECK]]
    rows.append(Cards(seen, [shuffles[card] for card in piles[DECK]], watched))
    stacks = (*piles_by_seat(state, TOKENS), piles[TOKEN_STACK])
    stack_eyes = (*piles_by_seat(state, TOKEN_EYES), piles[STACK_EYES])
    tokens = [
        [value if seen_by == all_eyes else 0 for value, seen_by in zip(values, token_eyes, strict=True)]
        for values, token_eyes in zip(stacks, stack_eyes, strict=True)
    ]
    return Known(
        rows,
        [bytes(len(cards)) for cards in (*piles_by_seat(state, INFLUENCE_HAND), piles[INFLUENCE_DECK])],
        [bytes(sorted(ages)) for ages in piles_by_seat(state, INFLUENCE_AGES)],
        knowledge.older_influence(state),
        tokens,
        stack_eyes,
    )


def _split(row: bytes, sizes: Iterable[int]) -> list[bytes]:
    """Returns consecutive parts of the row with these sizes."""
    parts, at = [], 0
    for size in sizes:
        parts.append(row[at : at + size])
        at += size
    return parts
