"""Tests of the example round that the rules print, with every number in it.

Version A is the round as the official booklet describes it (random hands), version B as the classic web rules do (fixed
hands). The seats are Brown, Blue, Green and Yellow. Brown starts, and Blue holds the strategy card.
"""

import pytest

from arena.games.verraeter.phases import supply
from arena.games.verraeter.phases.conflict import strengths
from arena.games.verraeter.phases.draft import reveal
from arena.games.verraeter.state.cards import cards_of, code_of
from arena.games.verraeter.state.cells import BUILDING, BUILDING_SEAT, PLAYED, ROUND, START, STRATEGY, WINNER
from arena.games.verraeter.state.state import State, by_place, by_seat, draw_pile
from arena.games.verraeter.terms import EAGLE, ROLES, ROSE
from tests.rules.verraeter.positions import (
    circle,
    dealt,
    discarded,
    draft,
    fought,
    game,
    hands,
    houses,
    names,
    play,
    position,
    role_names,
    sizes,
)

HANDS = {"official": ("2+4+6", "3+4+8", "2+2+5", "3+4+5"), "classic": ("3+4+5",) * 4}
PLAYS = {"official": "2+4+6 4 - 3", "classic": "3+4+5 4 - 3"}
ROLES_PICKED = "builder traitor strategist diplomat-5"
FIGHT = "11|0"
VERSIONS = pytest.mark.parametrize("edition", ["official", "classic"])


def begin(edition: str) -> State:
    """Returns the state in which Blue has to choose the place of the conflict."""
    return position(edition, hands=HANDS[edition])


def until_building(edition: str) -> State:
    """Returns the state in which seat 0 (Brown) has to build."""
    return fought(begin(edition), FIGHT, ROLES_PICKED, PLAYS[edition], aside="diplomat-2")


def whole_round(edition: str) -> State:
    """Returns the state at the beginning of the second round."""
    return play(until_building(edition), "build estate 6")


@VERSIONS
def test_the_set_up_leads_to_the_printed_position(edition: str) -> None:
    state = dealt(edition, seed=next(seed for seed in range(99) if dealt(seed=seed).cells[START] == 0))
    state = play(state, "build estate 5", "build estate 11", "build estate 10", "build estate 1")
    printed = begin(edition).cells
    assert by_place(state.cells, BUILDING) == by_place(printed, BUILDING)
    assert by_place(state.cells, BUILDING_SEAT) == by_place(printed, BUILDING_SEAT)
    assert (state.cells[STRATEGY], houses(state), game.actor(state)) == (1, "ERER", 1)


@pytest.mark.parametrize(("edition", "pile"), [
    ("official", (2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6)), ("classic", (2, 2, 2, 2, 2, 3, 4, 5, 6, 6, 8)),
])  # fmt: skip
def test_eleven_cards_are_left_to_draw(edition: str, pile: tuple[int, ...]) -> None:
    assert draw_pile(begin(edition).cells) == pile


@VERSIONS
def test_phase_1_blue_has_eight_borders_to_choose_from(edition: str) -> None:
    borders = ["1|2", "2|3", "4|5", "6|7", "7|8", "8|9", "9|10", "11|0"]
    assert game.actor(begin(edition)) == 1
    assert names(begin(edition)) == [f"fight {border}" for border in borders]


@VERSIONS
def test_phase_2_each_seat_is_offered_what_the_example_says(edition: str) -> None:
    offers = [
        {"traitor", "diplomat-5", "builder", "strategist", "farmer"},
        {"traitor", "diplomat-5", "strategist", "farmer"},
        {"diplomat-5", "strategist", "farmer"},
        {"diplomat-5", "farmer"},
    ]
    state = draft(begin(edition), FIGHT, ROLES_PICKED, aside="diplomat-2")
    assert [role_names(game.view(state, seat).offered) for seat in range(4)] == offers
    assert ROLES[game.view(state, 0).aside] == "diplomat-2"


@VERSIONS
def test_phase_4_blue_changes_house_and_diplomat_5_does_not(edition: str) -> None:
    assert houses(until_building(edition)) == "EEER"


@VERSIONS
def test_phase_5_rose_wins_by_23_to_21(edition: str) -> None:
    played = [sum(cards_of(code)) for code in by_seat(until_building(edition).cells, PLAYED)]
    assert played == [12, 4, 0, 3]
    before = draft(begin(edition), FIGHT, ROLES_PICKED, aside="diplomat-2")
    before = play(before, *(f"play {cards}" for cards in PLAYS[edition].split()[:3]))
    fighting = before.copy()
    supply.act(fighting.cells, code_of((3,)))
    reveal(fighting)
    assert list(strengths(fighting.cells, fighting.rules.points)) == [0, 5 + 12 + 4 + 0, 15 + 3 + 5] == [0, 21, 23]
    assert until_building(edition).cells[WINNER] == ROSE


@VERSIONS
def test_phase_6_yellow_scores_5_blue_1_and_green_2(edition: str) -> None:
    state = until_building(edition)
    assert list(game.scores(state)) == [0, 1, 2, 5]
    assert circle(state) == "RRERREERERER"
    assert circle(state).count("R") == 7


@VERSIONS
def test_phase_7_brown_builds_a_second_estate(edition: str) -> None:
    state = whole_round(edition)
    estates = {place: state.cells[BUILDING_SEAT + place] for place in range(12) if state.cells[BUILDING + place]}
    assert estates == {5: 0, 11: 1, 10: 2, 1: 3, 6: 0}
    reserves = [3 - list(estates.values()).count(seat) for seat in range(4)]
    assert reserves == [1, 2, 2, 2]


@VERSIONS
def test_phase_8_the_strategy_card_goes_from_blue_to_green(edition: str) -> None:
    assert until_building(edition).cells[STRATEGY] == 1
    assert whole_round(edition).cells[STRATEGY] == 2


@pytest.mark.parametrize(("edition", "cards"), [("official", "2+3+4+4+6"), ("classic", "3+3+4+4+5")])
def test_phase_9_five_cards_are_put_away(edition: str, cards: str) -> None:
    assert discarded(whole_round(edition)) == cards


@pytest.mark.parametrize(("edition", "kept"), [
    ("official", ["-", "3+8", "2+2+5", "4+5"]), ("classic", ["-", "3+5", "3+4+5", "4+5"]),
])  # fmt: skip
def test_phase_10_brown_draws_2_green_and_yellow_1_and_blue_none(edition: str, kept: list[str]) -> None:
    assert hands(until_building(edition)) == kept
    assert sizes(until_building(edition)) == [0, 2, 3, 2]
    state = whole_round(edition)
    assert sizes(state) == [2, 2, 4, 3]
    assert (len(draw_pile(state.cells)), len(discarded(state).split("+"))) == (7, 5)
    assert sum(sizes(state)) == 11


@VERSIONS
def test_phase_12_blue_drafts_first_and_green_chooses_the_place(edition: str) -> None:
    state = whole_round(edition)
    assert (state.cells[ROUND], game.actor(state), state.cells[START]) == (2, 2, 1)
    borders = ["1|2", "2|3", "4|5", "6|7", "7|8", "8|9", "9|10", "10|11"]
    assert names(state) == [f"fight {border}" for border in borders]
    assert game.actor(play(state, "fight 10|11")) == 1


@VERSIONS
def test_had_eagle_won_its_three_seats_had_scored_4_each(edition: str) -> None:
    # Yellow keeps its 3, so Rose loses by 20 to 21.
    state = fought(begin(edition), FIGHT, ROLES_PICKED, PLAYS[edition][:-1] + "-", aside="diplomat-2")
    assert state.cells[WINNER] == EAGLE
    assert list(game.scores(state)) == [4, 5, 6, 0]
    assert circle(state) == "ERERREEREREE"


@VERSIONS
def test_had_yellow_been_the_farmer_he_had_drawn_3_and_eagle_had_won(edition: str) -> None:
    state = fought(begin(edition), FIGHT, "builder traitor strategist farmer", PLAYS[edition], aside="diplomat-2")
    assert state.cells[WINNER] == EAGLE
    assert list(game.scores(state)) == [4, 5, 6, 0]
    after = play(state, "build estate 6")
    assert sizes(after)[3] == 2 + 3
