"""Tests that a seat needs no memory: its view contains everything that the seat has seen of closed cards and tokens,
and nothing else about them.

The first test plays a match and its twin, in which two closed cards or tokens have changed places. While a seat has
seen the same in both matches, its views of them must be equal. Once it has seen a difference, its views must differ,
except where the two states are equal because one hand holds both cards.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from arena.games.chance import Chance
from arena.games.hetverraad.actions import BUILD, BUY_BLACK, BUY_CARD, NO_TARGET, PAWN, build
from arena.games.hetverraad.actions import play as play_card
from arena.games.hetverraad.state.cells import HAND_SIZE, INFLUENCE_RESHUFFLES, RESHUFFLES
from arena.games.hetverraad.state.piles import (
    ALL_AGES,
    CARD_EYES,
    CLOSED_CARDS,
    CLOSED_SEEN_BY,
    CLOSED_SHUFFLES,
    DECK,
    HAND,
    INFLUENCE_AGES,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    OLDER_INFLUENCE,
    ROW,
    TOKEN_STACK,
    TOKEN_VALUES,
    TOKENS_SEEN_BY,
)
from arena.games.hetverraad.state.state import State, View, by_seat, piles_by_seat
from arena.games.hetverraad.terms import CARDS, INCOME, WIZARD
from tests.rules.hetverraad.positions import city, game, kinds, play, position, text

MEMORY = {CLOSED_CARDS, CLOSED_SHUFFLES, CLOSED_SEEN_BY, ALL_AGES, OLDER_INFLUENCE, TOKEN_VALUES, TOKENS_SEEN_BY}
"""The piles of a view that contain what the seat remembers from earlier moments. All other piles contain only what is
on the table now.
"""
MATCHES = 2
TWINS = [
    (one, other)
    for one, other in combinations(range(1, CARDS + 1), 2)
    if all(row[one] == row[other] for row in (city.colour, city.value, city.letter))
]
"""Pairs of cards that differ only in their names. If two such cards change places, a match continues in the same
way.
"""

Segment = list[tuple[State, State]]
"""A part of a match that begins just after a shuffle: at each moment, the state of the match and that of its twin."""
Segments = Callable[[int, random.Random], Iterator[Segment]]


def glimpse(view: View) -> object:
    """Returns the part of a view that shows only the present moment, without the seat's memory."""
    return list(view.cells), [pile for name, pile in enumerate(view.piles) if name not in MEMORY]


def choice(state: State, rng: random.Random) -> int:
    """Returns a random legal action. It prefers actions that move closed cards or tokens."""
    legal = game.legal_actions(state)
    moving = [
        action
        for action in legal
        if BUY_BLACK <= action <= BUY_CARD or PAWN <= action < BUILD or action == play_card(WIZARD, NO_TARGET)
    ]
    return rng.choice(moving if moving and rng.random() < 0.6 else legal)


def twin_cards(state: State, one: int, other: int) -> State:
    """Returns the state with two building cards exchanged, wherever they are in deck, hands and row."""
    twin, there = state.copy(), bytes.maketrans(bytes((one, other)), bytes((other, one)))
    for name in (DECK, ROW):
        twin.piles[name] = state.piles[name].translate(there)
    for seat, hand in enumerate(piles_by_seat(state, HAND)):
        twin.piles[HAND + seat] = bytes(sorted(hand.translate(there)))
    eyes = bytearray(state.piles[CARD_EYES])
    eyes[one], eyes[other] = eyes[other], eyes[one]
    twin.piles[CARD_EYES] = bytes(eyes)
    return twin


def renamed(action: int, one: int, other: int) -> int:
    """Returns the action with the card `other` in place of the card `one`, or the reverse. An action that names neither
    card is returned unchanged.
    """
    names = {one: other, other: one}
    if action >= BUILD:
        named, area = divmod(action - BUILD, 100)
        return build(names.get(named, named), area)
    if action >= PAWN:
        return action - action % 100 + names.get(action % 100, action % 100)
    return action


def segments_of_cards(seats: int, rng: random.Random) -> Iterator[Segment]:
    """Yields the segments of a match; the first begins at the deal, and one more begins at each reshuffle.

    In the twin, the two building cards of a pair in TWINS are exchanged. After a reshuffle, both cards must be in the
    new deck and unseen by all seats; if no pair fits, the twin is equal to the match.
    """
    state = game.deal(seats, "strategic", Chance(rng.randbytes(16)))
    one, other = rng.choice(TWINS)
    twin = twin_cards(state, one, other)
    segment = [(state, twin)]
    while game.actor(state) is not None:
        action = choice(state, rng)
        after = game.apply(state, action)
        if after.cells[RESHUFFLES] == state.cells[RESHUFFLES]:
            twin = game.apply(twin, renamed(action, one, other))
            segment.append((after, twin))
        else:
            yield segment
            new = [
                pair for pair in TWINS if not any(after.piles[CARD_EYES][c] or c not in after.piles[DECK] for c in pair)
            ]
            one, other = rng.choice(new or [(0, 0)])
            twin = twin_cards(after, one, other)
            segment = [(after, twin)]
        state = after
    yield segment


def segments_of_tokens(seats: int, rng: random.Random) -> Iterator[Segment]:
    """Yields a whole match as one segment, because no event before its end depends on the values of tokens. In the
    twin, two black tokens of the stack are exchanged.
    """
    state = game.deal(seats, "strategic", Chance(rng.randbytes(16)))
    yield along(state, swapped(state, TOKEN_STACK, rng), rng, frozenset())


def segments_of_influence(seats: int, rng: random.Random) -> Iterator[Segment]:
    """Yields segments of a match. In each twin, two influence cards of different kinds are exchanged in the deck.

    A segment ends before a card of one of these two kinds is shown, or before the influence deck is reshuffled.
    """
    state = game.deal(seats, "strategic", Chance(rng.randbytes(16)))
    while game.actor(state) is not None:
        twin = swapped(state, INFLUENCE_DECK, rng)
        kinds_ = frozenset(
            one
            for one, other in zip(state.piles[INFLUENCE_DECK], twin.piles[INFLUENCE_DECK], strict=True)
            if one != other
        )
        segment = along(state, twin, rng, kinds_)
        yield segment
        state = segment[-1][0]
        reshuffles = state.cells[INFLUENCE_RESHUFFLES]
        while game.actor(state) is not None and state.cells[INFLUENCE_RESHUFFLES] == reshuffles:
            state = game.apply(state, choice(state, rng))


def swapped(state: State, pile: int, rng: random.Random) -> State:
    """Returns the state with two different cards or tokens of a pile exchanged. Returns an equal state if the pile has
    no two different ones.
    """
    twin, row = state.copy(), bytearray(state.piles[pile])
    places = [pair for pair in combinations(range(len(row)), 2) if row[pair[0]] != row[pair[1]]]
    if places:
        one, other = rng.choice(places)
        row[one], row[other] = row[other], row[one]
        twin.piles[pile] = bytes(row)
    return twin


def along(state: State, twin: State, rng: random.Random, kinds_: frozenset[int]) -> Segment:
    """Plays both states with the same actions, and returns the pairs of states. Stops before an influence card of one
    of the kinds in `kinds_` is shown or the influence deck is reshuffled; if `kinds_` is empty, plays the match to its
    end.
    """
    segment = [(state, twin)]
    while game.actor(state) is not None:
        action = choice(state, rng)
        after = game.apply(state, action)
        shown = after.piles[INFLUENCE_DISCARD][len(state.piles[INFLUENCE_DISCARD]) :]
        if kinds_ and (
            kinds_.intersection(shown) or after.cells[INFLUENCE_RESHUFFLES] > state.cells[INFLUENCE_RESHUFFLES]
        ):
            break
        state, twin = after, game.apply(twin, action)
        segment.append((state, twin))
    return segment


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("segments", [segments_of_cards, segments_of_tokens, segments_of_influence])
def test_what_was_seen_once_is_told_for_ever_and_nothing_else(segments: Segments, seats: int) -> None:
    rng = random.Random(seats)
    remembered = hidden = 0
    for _ in range(MATCHES):
        for segment in segments(seats, rng):
            for seat in range(seats):
                apart = False
                for one, other in segment:
                    view, twin = game.view(one, seat), game.view(other, seat)
                    now = glimpse(view) != glimpse(twin)
                    apart = (apart or now) and one != other
                    assert (view != twin) == apart
                    remembered += apart and not now
                    hidden += one != other and not apart
    assert hidden > 100
    assert remembered > 20 or segments is segments_of_influence


def test_a_card_taken_from_the_row_is_known_to_all_and_a_drawn_one_is_not() -> None:
    state = position(hands={0: "BR-A1"}, row="BR-C1 NI-C1 HA-C1", phase=INCOME, stones=(9,), deck_top="ST-C1 ST-C2")
    state = play(state, "take BR-C1", "buy card")
    for seat in range(4):
        view = game.view(state, seat)
        seen = [
            (text(bytes((known,))), by)
            for known, by in zip(view.piles[CLOSED_CARDS], view.piles[CLOSED_SEEN_BY], strict=True)
        ]
        own = [("BR-A1", 1), ("BR-C1", 15), ("ST-C2", 1)]
        assert seen[:3] == (own if seat == 0 else [("BR-C1", 15), ("none", 0), ("none", 0)])


def test_a_hand_that_drew_nothing_holds_cards_of_its_letter() -> None:
    state = position(hands={0: "BR-A1", 1: "BR-A2"}, stones=(9,), deck_top="ST-C2")
    view = game.view(play(state, "buy card"), 2)
    assert list(view.piles[CLOSED_SHUFFLES][: sum(by_seat(view.cells, HAND_SIZE))]) == [1, 3, 1]


def test_the_card_under_the_deck_is_known_to_whom_the_wizard_showed_it() -> None:
    state = position(influence={0: "wizard"}, phase=INCOME, deck_top="ST-C1 BR-A1")
    state = play(state, "take NI-C1", "play wizard", "open first")
    assert [text(game.view(state, seat).piles[CLOSED_CARDS][-1:]) for seat in range(4)] == [
        "BR-A1",
        "none",
        "none",
        "none",
    ]
    assert [game.view(state, seat).piles[CLOSED_SEEN_BY][-1] for seat in range(4)] == [1] * 4


def test_a_token_given_back_is_known_to_who_gave_it() -> None:
    state = play(position(black={0: (4,)}, stones=(5,), tokens_top=(1,)), "exchange token 1")
    assert list(game.view(state, 0).piles[TOKEN_VALUES]) == [1] + [0] * 28 + [4]
    assert not any(game.view(state, 1).piles[TOKEN_VALUES])
    assert list(game.view(state, 1).piles[TOKENS_SEEN_BY]) == [1] + [0] * 28 + [1]


def test_A40_of_equal_influence_cards_the_older_leaves_the_hand() -> None:
    state = position({1: "O03"}, influence={0: "witchcraft", 1: "raid"}, stones=(5,), influence_top="witchcraft")
    state.piles[INFLUENCE_DISCARD], state.piles[INFLUENCE_DECK] = kinds("witchcraft"), b""
    state = play(state, "buy influence")
    assert list(game.view(state, 2).piles[ALL_AGES]) == [0, 1, 1]
    assert list(game.view(play(state, "play witchcraft O03", "pass"), 2).piles[ALL_AGES]) == [0, 1]


@pytest.mark.parametrize("other", ["raid", "gift"])
def test_influence_cards_that_are_not_in_a_new_deck_are_in_hands(other: str) -> None:
    state = position(influence={1: other}, stones=(5,), seats=2)
    state.piles[INFLUENCE_DISCARD], state.piles[INFLUENCE_DECK] = state.piles[INFLUENCE_DECK], b""
    view = game.view(play(state, "buy influence"), 0)
    assert (list(view.piles[ALL_AGES]), view.piles[OLDER_INFLUENCE]) == ([0, 1], kinds(other))
    for seed in range(9):
        assert game.sample(view, random.Random(seed)).piles[INFLUENCE_HAND + 1] == kinds(other)


def test_a_card_kept_through_255_new_decks_grows_no_older() -> None:
    """The age of an influence card in a hand, which is the number of reshuffles since the seat drew the card, stays 255
    after further reshuffles, because it is stored as a byte.
    """
    state = position({0: "O00", 1: "O03"}, influence={1: "fire"}, stones=(50,))
    state.piles[INFLUENCE_AGES + 1] = bytes((255,))
    state.piles[INFLUENCE_DISCARD], state.piles[INFLUENCE_DECK] = state.piles[INFLUENCE_DECK], b""
    view = game.view(play(state, "buy influence"), 2)
    assert (list(view.piles[ALL_AGES]), view.piles[OLDER_INFLUENCE]) == ([0, 255], kinds("fire"))
