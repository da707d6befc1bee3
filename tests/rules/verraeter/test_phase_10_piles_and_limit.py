"""Tests of phase 10, second half: the two piles, and the hand limit. In every round here, Rose conquers the waste at
place 2.
"""

from math import comb

import pytest

from arena.games.verraeter.state.cards import FULL_DECK, cards_of
from arena.games.verraeter.state.cells import DISCARD, HAND, HAND_SIZE, PHASE, PILE_SIZE, ROUND
from arena.games.verraeter.state.state import State, by_seat, draw_pile
from arena.games.verraeter.terms import DRAW
from tests.rules.verraeter.positions import EDITIONS, discarded, fought, game, hands, names, play, position, sizes

LAZY = ("classic", "bsw", "faidutti")
FARMER_FIRST = "farmer strategist diplomat-5 traitor"
ALL_OPEN = {0: (5,), 1: (0,), 2: (10,), 3: (1,)}
"""The place of each seat's only estate, by seat. The landscape at this place belongs to the seat's house."""


def farmer(hand: str, edition: str = "official", pile: str | None = None) -> State:
    """Lets seat 0 draw as the Farmer with this hand; no other seat draws. Returns the state in which seat 0 chooses
    cards to discard, or the beginning of the next round if seat 0 has no choice.
    """
    return fought(position(edition, hands=(hand, "-", "-", "-"), estates={}, pile=pile), "2|3", FARMER_FIRST)


def test_V10_6_official_the_discard_pile_is_shuffled_as_soon_as_the_last_card_is_taken() -> None:
    state = farmer("-", pile="2+3+8")
    assert hands(state)[0] == "2+3+8"
    assert (len(draw_pile(state.cells)), discarded(state)) == (20, "-")


@pytest.mark.parametrize("edition", LAZY)
def test_V10_6_the_others_wait_until_a_card_is_needed(edition: str) -> None:
    state = farmer("-", edition, pile="2+3+8")
    assert hands(state)[0] == "2+3+8"
    assert (len(draw_pile(state.cells)), len(cards_of(state.cells[DISCARD]))) == (0, 20)


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_6_before_the_last_card_is_taken_nothing_is_shuffled(edition: str) -> None:
    state = farmer("-", edition, pile="2+3+8+5")
    assert (draw_pile(state.cells), len(cards_of(state.cells[DISCARD]))) == ((5,), 19)


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_6_a_draw_goes_on_with_the_new_pile(edition: str) -> None:
    before = position(edition, hands=("4", "-", "-", "-"), estates={}, pile="8", reshuffled=("6+5+4",))
    state = fought(before, "2|3", FARMER_FIRST, "4 - - -")
    assert hands(state)[0] == "5+6+8"
    assert draw_pile(state.cells)[0] == 4
    assert (len(draw_pile(state.cells)), discarded(state)) == (20, "-")


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_6_the_new_pile_is_the_whole_discard_pile_shuffled(edition: str) -> None:
    state = farmer("-", edition, pile="2+3")
    assert tuple(sorted((*draw_pile(state.cells), *cards_of(state.cells[HAND + 0])))) == cards_of(FULL_DECK)
    assert list(draw_pile(state.cells)) != sorted(draw_pile(state.cells))


@pytest.mark.parametrize(("edition", "shuffled_in"), [("official", False), ("classic", True)])
def test_V10_6_discards_are_shuffled_in_only_where_the_pile_waits(edition: str, shuffled_in: bool) -> None:
    # The Farmer takes the last card; then seat 1, whose hand is full, discards its 8 to draw.
    before = position(edition, hands=("-", "2+2+2+2+8", "-", "-"), estates={1: (0,)}, pile="3+3+3")
    state = fought(before, "2|3", FARMER_FIRST)
    assert game.actor(state) == 1
    state = play(state, "discard 8")
    drawn_or_left = (*draw_pile(state.cells), *cards_of(state.cells[HAND + 1]))
    assert (8 in drawn_or_left) is shuffled_in
    assert discarded(state) == ("-" if shuffled_in else "8")


def test_V10_6_official_a_reshuffle_in_the_middle_of_a_draw_takes_its_discards_along() -> None:
    before = position(hands=("2+2+2+2+8", "-", "-", "-"), estates={}, pile="3", reshuffled=("8+2",))
    state = play(fought(before, "2|3", FARMER_FIRST), "discard 2+2+8")
    assert hands(state)[0] == "2+2+2+3+8"


def test_V10_7_faidutti_with_both_piles_empty_a_seat_draws_what_there_was() -> None:
    full = ("5+5+6+6", "2+2+2+2+2+3", "3+3+3+3+4+4", "4+4+4+5+5+5")
    state = fought(position("faidutti", hands=full, estates=ALL_OPEN), "2|3", FARMER_FIRST)
    assert state.cells[ROUND] == 2
    assert hands(state)[0] == "5+5+6+6+8"
    assert sizes(state) == [5, 6, 6, 6]
    assert (draw_pile(state.cells), discarded(state)) == ((), "-")


def test_V10_7_faidutti_cards_come_back_with_the_next_discards() -> None:
    full = ("5+5+6+6", "2+2+2+2+2+3", "3+3+3+3+4+4", "4+4+4+5+5+5")
    state = fought(position("faidutti", hands=full, estates=ALL_OPEN), "2|3", FARMER_FIRST)
    state = fought(state, "8|9", "strategist diplomat-5 builder traitor", "2+2+2+2+2 - - -")
    assert hands(play(state, "build nothing"))[1] == "2+3"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("held", range(6))
def test_V10_8_a_hand_never_exceeds_the_limit(held: int, edition: str) -> None:
    limit = 6 if edition == "faidutti" else 5
    state = farmer("+".join("234568"[:held]) or "-", edition)
    ends = [play(state, name) for name in names(state)] if state.cells[PHASE] == DRAW else [state]
    assert {sizes(end)[0] for end in ends} == {min(held + 3, limit)}


@pytest.mark.parametrize("edition", ["official", "classic"])
def test_V10_9_who_exceeds_the_limit_may_discard_none_or_up_to_the_surplus(edition: str) -> None:
    state = farmer("2+3+4+6", edition)
    assert (state.cells[PHASE], game.actor(state)) == (DRAW, 0)
    assert len(names(state)) == comb(4, 0) + comb(4, 1) + comb(4, 2)
    assert "discard 2+3+4" not in names(state)


@pytest.mark.parametrize(("act", "hand"), [
    ("discard -", "2+3+4+6+8"), ("discard 2", "3+4+5+6+8"), ("discard 3+4", "2+5+5+6+8"),
])  # fmt: skip
@pytest.mark.parametrize("edition", ["official", "classic"])
def test_V10_9_then_it_draws_up_to_the_limit(edition: str, act: str, hand: str) -> None:
    state = play(farmer("2+3+4+6", edition, pile="8+5+5+2+2"), act)
    assert hands(state)[0] == hand
    assert state.cells[ROUND] == 2


@pytest.mark.parametrize("edition", ["official", "classic"])
def test_V10_9_a_full_hand_may_stay_as_it_is(edition: str) -> None:
    before = position(edition, hands=("2+3+4+5+6", "-", "-", "-"), estates={0: (5,)})
    state = fought(before, "2|3", "strategist diplomat-5 traitor builder")
    state = play(state, "build nothing")
    assert names(state) == ["discard -", "discard 2", "discard 3", "discard 4", "discard 5", "discard 6"]
    assert hands(play(state, "discard -"))[0] == "2+3+4+5+6"


@pytest.mark.parametrize("edition", ["official", "classic"])
def test_V10_9_without_surplus_there_is_no_choice(edition: str) -> None:
    state = farmer("2+3", edition)
    assert (state.cells[ROUND], sizes(state)[0]) == (2, 5)


@pytest.mark.parametrize(("held", "drawn"), [(0, 3), (2, 3), (3, 2), (4, 1), (5, 0)])
def test_V10_10_bsw_draws_up_to_the_limit_and_discards_nothing(held: int, drawn: int) -> None:
    state = farmer("+".join("234568"[:held]) or "-", "bsw")
    assert (state.cells[ROUND], sizes(state)[0]) == (2, held + drawn)
    assert discarded(state) == "-"


def test_V10_11_faidutti_draws_all_and_then_discards_down_to_six() -> None:
    state = farmer("2+3+4+6+6", "faidutti", pile="8+5+5+2+2")
    assert (game.actor(state), hands(state)[0]) == (0, "2+3+4+5+5+6+6+8")
    assert {len(name.split("+")) for name in names(state)} == {2}
    after = play(state, "discard 2+8")
    assert hands(after)[0] == "3+4+5+5+6+6"
    assert draw_pile(after.cells) == (2, 2)


def test_V10_11_faidutti_a_hand_of_six_or_fewer_discards_nothing() -> None:
    state = farmer("2+3+4", "faidutti")
    assert (state.cells[ROUND], sizes(state)[0]) == (2, 6)


def test_V10_11_faidutti_discards_before_the_next_seat_draws() -> None:
    before = position("faidutti", hands=("2+3+4+6", "-", "-", "-"), estates=ALL_OPEN)
    state = fought(before, "2|3", FARMER_FIRST)
    assert game.actor(state) == 0
    assert sizes(state) == [7, 0, 0, 0]
    assert sizes(play(state, "discard 2")) == [6, 1, 1, 0]


def test_V10_11_faidutti_the_extra_card_of_diplomat_2_is_a_draw_of_its_own() -> None:
    before = position("faidutti", hands=("2+3+4+5+6+6", "-", "-", "-"), estates=ALL_OPEN)
    state = fought(before, "2|3", "diplomat-2 strategist diplomat-5 traitor")
    assert (game.actor(state), sizes(state)) == (0, [7, 0, 0, 0])
    state = play(state, "discard 2")
    assert (game.actor(state), sizes(state)) == (0, [7, 1, 1, 0])
    state = play(state, "discard 3")
    assert (state.cells[ROUND], sizes(state)) == (2, [6, 1, 1, 0])


@pytest.mark.parametrize("edition", ["official", "classic"])
def test_V10_12_discards_are_open_and_draws_are_not(edition: str) -> None:
    one = play(farmer("2+3+4+6", edition, pile="8+5+2+2"), "discard 2+6")
    other = play(farmer("2+3+4+6", edition, pile="5+2+2+8"), "discard 2+6")
    assert hands(one) != hands(other)
    for seat in (1, 2, 3):
        mine, theirs = game.view(one, seat), game.view(other, seat)
        assert mine.cells[DISCARD] == theirs.cells[DISCARD]
        assert (by_seat(mine.cells, HAND_SIZE), mine.cells[PILE_SIZE], mine.hand) == (
            by_seat(theirs.cells, HAND_SIZE),
            theirs.cells[PILE_SIZE],
            theirs.hand,
        )
