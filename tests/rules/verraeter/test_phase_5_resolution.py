"""Tests of phase 5, in which the winner of the conflict is found."""

import pytest

from arena.games.verraeter.phases.conflict import strengths
from arena.games.verraeter.state.cells import ROUND, STRATEGY, WINNER
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import HOUSES
from tests.rules.verraeter.positions import EDITIONS, circle, fought, game, names, play, position

QUIET = "builder strategist farmer traitor"
"""The roles of the four seats, none of which adds conflict points."""


def total(state: State) -> dict[str, int]:
    """Returns the conflict points of each house, in a state after the conflict."""
    return dict(zip(HOUSES[1:], strengths(state.cells, state.rules.points)[1:], strict=True))


def winner(state: State) -> str:
    """Returns the house that has won the conflict, or `none` after a tie."""
    return HOUSES[state.cells[WINNER]]


@pytest.mark.parametrize(
    ("fight", "eagle", "rose"),
    [("11|0", 5, 15), ("1|2", 0, 10), ("2|3", 0, 5), ("4|5", 15, 7), ("6|7", 3, 0), ("8|9", 7, 3), ("9|10", 10, 3)],
)
def test_V5_1_each_landscape_counts_for_its_owner(fight: str, eagle: int, rose: int) -> None:
    # Phase 6 would change an owner, so the points are read before the last seat has played.
    state = fought(position(), fight, QUIET, "- - -")
    assert total(state) == {"eagle": eagle, "rose": rose}


def test_V5_2_played_cards_count_for_the_house_of_their_seat() -> None:
    state = fought(position(hands=("6+8", "5", "2+2+2", "3")), "1|2", QUIET, "6+8 5 2+2 ")
    assert total(state) == {"eagle": 0 + 14 + 4, "rose": 10 + 5}


def test_V5_2_cards_in_hand_count_nothing() -> None:
    state = fought(position(hands=("8", "-", "-", "-")), "2|3", QUIET)
    assert winner(state) == "rose"


def test_V5_2_the_cards_of_the_traitor_count_for_his_new_house() -> None:
    # Without the 8 that changes sides Rose would win by 10 + 8 to 0 + 4.
    state = fought(position(hands=("-", "-", "4", "8")), "1|2", QUIET, "- - 4 8")
    assert winner(state) == "eagle"


@pytest.mark.parametrize(("role", "cards", "result"), [
    ("diplomat-2", "3", "none"), ("diplomat-2", "4", "eagle"), ("diplomat-2", "2", "rose"),
    ("diplomat-5", "6", "none"), ("diplomat-5", "5", "rose"),
])  # fmt: skip
def test_V5_3_a_diplomat_adds_his_points_to_the_house_of_his_seat(role: str, cards: str, result: str) -> None:
    # Border 2|3: Eagle has 0 (waste), the cards of seat 0 and the Traitor's 4. Rose has 5 (river) and the Diplomat.
    hands = (cards, "-", "-", "4")
    plays = f"{cards} - - 4"
    state = fought(position(hands=hands), "2|3", f"builder {role} strategist traitor", plays)
    assert winner(state) == result


def test_V5_3_the_points_of_diplomat_5_change_house_with_him() -> None:
    picks = "builder diplomat-5 farmer strategist"
    state = fought(position(houses="EEEE", hands=("4", "-", "-", "-")), "2|3", picks, "4 - - -")
    assert winner(state) == "rose"
    assert list(game.scores(state)) == [0, 3, 0, 2]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("played", "result"), [("4", "rose"), ("5", "none"), ("6", "eagle")])
def test_V5_4_the_house_with_more_points_wins(played: str, result: str, edition: str) -> None:
    state = fought(position(edition, hands=(played, "-", "-", "-")), "2|3", QUIET, f"{played} - - -")
    assert winner(state) == result


@pytest.mark.parametrize("edition", EDITIONS)
def test_V5_5_after_a_tie_no_landscape_changes_house_and_only_roles_score(edition: str) -> None:
    before = position(edition, hands=("5", "-", "-", "-"))
    tied = fought(before, "2|3", QUIET, "5 - - -")
    assert circle(tied) == circle(before)
    assert list(game.scores(tied)) == [0, 2, 0, 1]


def test_V5_5_the_round_goes_on_after_a_tie() -> None:
    tied = fought(position(hands=("5", "-", "-", "-")), "2|3", QUIET, "5 - - -")
    assert "build estate 0" in names(tied)
    after = play(tied, "build estate 0")
    assert (after.cells[ROUND], after.cells[STRATEGY]) == (2, 1)


def test_V5_6_a_house_without_seats_wins_with_its_landscape() -> None:
    state = fought(position("classic", houses="EEEE"), "1|2", "builder strategist farmer diplomat-5")
    assert winner(state) == "rose"


def test_V5_6_a_house_without_seats_can_lose() -> None:
    state = fought(position("classic", houses="EEEE"), "4|5", "builder strategist farmer diplomat-5")
    assert winner(state) == "eagle"
