"""Tests of the end of the match and of the ranks (R-85 to R-90)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from arena.games.hetverraad.phases.ending import true_black_masters
from arena.games.hetverraad.state.cells import DARK_VALUE, ENDING, SCORE
from arena.games.hetverraad.state.state import State, by_seat
from arena.match.match import ranks_of
from tests.rules.hetverraad.positions import EDITIONS, game, phase, play, position

THRESHOLDS = pytest.mark.parametrize(("seats", "end"), [(2, 50), (3, 35), (4, 30), (5, 25)])
ONE_EACH = {0: "O00", 1: "O03", 2: "O06", 3: "O11", 4: "O15"}


def scoring(seats: int, score: int, active: int, **more: Any) -> State:
    """Returns a state in which the seat `active` has just built a house worth 1 and so has `score` points."""
    scores = [0] * seats
    scores[active] = score - 1
    state = position(
        {seat: ONE_EACH[seat] for seat in range(seats)}, seats=seats, active=active, stones=(1,) * seats,
        hands={active: "BR-A1"}, score=scores, **more,
    )  # fmt: skip
    return play(state, f"build BR-A1 {ONE_EACH[active]}")


def ended(
    score: Sequence[int],
    *,
    black_score: int = 0,
    black: Mapping[int, Sequence[int]] | None = None,
    white: Sequence[int] = (),
    areas: Mapping[int, str] = ONE_EACH,
    **more: Any,
) -> State:
    """Returns the state of a match that has just ended with these points."""
    seats = len(score)
    state = position(
        {seat: names for seat, names in areas.items() if seat < seats}, seats=seats, active=seats - 1, score=score,
        black_score=black_score, black=black, white=white, number=90, **more,
    )  # fmt: skip
    state = play(state, "end actions")
    if phase(state) == "black steps":
        state = play(state, "stay")
    assert phase(state) == "end of match"
    assert game.actor(state) is None
    return state


def winners(state: State) -> list[int]:
    """Returns the seats that share the first rank."""
    return [seat for seat, rank in enumerate(ranks(state)) if rank == 1]


def ranks(state: State) -> list[int]:
    """Returns the rank of each seat, by seat, as a match records it."""
    return list(ranks_of(game.merits(state), frozenset()))


@THRESHOLDS
def test_R85_the_end_score_brings_the_last_round(seats: int, end: int) -> None:
    assert scoring(seats, end, 0).cells[ENDING] == 1
    assert scoring(seats, end - 1, 0).cells[ENDING] == 0
    assert scoring(seats, end + 1, 0).cells[ENDING] == 1


def test_A39_a_score_passed_on_the_way_does_not_end_the_match() -> None:
    # Without the grand power, seat 0 would have 49 - 2 (old building) + 5 (new building) = 52 points. But the purple
    # grand power goes to seat 1, so the scores are 48 and 49.
    purple = {"O00": "ST-A4", "O02": "ST-A1", "O04": "ST-A2", "O08": "ST-A3", "O10": "ST-B1", "O12": "ST-B2"}
    state = position(
        {0: "O00 O02 O04", 1: "O08 O10 O12"}, buildings=purple, powers={"purple": 0}, hands={0: "BR-C5"}, stones=(5,),
        score=(49, 45), seats=2, active=0,
    )  # fmt: skip
    state = play(state, "build BR-C5 O00")
    assert (by_seat(state.cells, SCORE), state.cells[ENDING]) == ((48, 49), 0)


def test_A39_a_rebuilding_that_reaches_the_end_score_ends_the_match() -> None:
    state = position({0: "O00"}, buildings={"O00": "BR-A1"}, hands={0: "BR-B1"}, stones=(2,), score=(49, 0), seats=2)
    state = play(state, "build BR-B1 O00")
    assert (by_seat(state.cells, SCORE), state.cells[ENDING]) == ((50, 0), 1)


@THRESHOLDS
def test_R86_every_seat_has_its_turn_in_the_last_round(seats: int, end: int) -> None:
    for active in range(seats):
        state = scoring(seats, end, active)
        for _ in range(active, seats - 1):
            state = play(state, "end actions")
            assert phase(state) == "income"
            state = game.apply(state, game.legal_actions(state)[0])
        assert game.actor(play(state, "end actions")) is None


def test_R86_counted_from_the_start_player() -> None:
    state = play(scoring(4, 30, 1, start=2), "end actions")
    assert game.actor(state) is None
    state = play(scoring(4, 30, 2, start=2), "end actions")
    assert game.actor(state) == 3


def test_R86_it_ends_even_if_nobody_has_the_score_any_more() -> None:
    state = scoring(4, 30, 2, influence={3: "fire"})
    # With 30 points seat 2 stands on a red square, and so holds a card and is asked for a reaction.
    state = play(state, "end actions", "take BR-C1", "pass", "play fire O06", "pass")
    assert max(by_seat(state.cells, SCORE)) == 29
    assert (
        game.actor(play(state, "end actions", "end turn") if phase(state) == "closing" else play(state, "end actions"))
        is None
    )


def test_R87_most_points_win() -> None:
    assert winners(ended((3, 9, 4, 1))) == [1]
    assert ranks(ended((3, 9, 4, 1))) == [3, 1, 2, 4]
    assert game.scores(ended((3, 9, 4, 1))) == (3, 9, 4, 1)


def test_R87_then_most_white_tokens_then_fewest_black_ones() -> None:
    assert winners(ended((9, 9, 4, 1), white=(1, 2))) == [1]
    assert winners(ended((9, 9, 4, 1), white=(1, 1), black={0: (1,)})) == [1]
    assert winners(ended((9, 9, 4, 1), white=(2, 1), black={0: (1,)})) == [0]


def test_R87_a_broken_tie_parts_the_ranks_and_leaves_the_points() -> None:
    assert ranks(ended((9, 9, 10, 1), white=(0, 1, 0, 0))) == [3, 2, 1, 4]
    assert ranks(ended((9, 9, 9, 9), white=(3, 1, 2, 0))) == [1, 3, 2, 4]
    assert game.scores(ended((9, 9, 9, 9), white=(3, 1, 2, 0))) == (9, 9, 9, 9)


def test_A33_what_is_equal_in_everything_shares_the_place() -> None:
    assert winners(ended((9, 9, 4, 1))) == [0, 1]
    assert ranks(ended((9, 9, 4, 4))) == [1, 1, 3, 3]


def test_R88_the_seat_with_most_black_tokens_wins_with_the_black_master() -> None:
    state = ended((30, 3, 9, 1), black_score=31, black={1: (1, 1), 2: (4,)})
    assert winners(state) == [1]
    assert ranks(state) == [2, 1, 3, 4]
    assert game.scores(state) == (30, 3, 9, 1)


def test_R88_good_wins_while_the_black_master_is_not_highest() -> None:
    assert winners(ended((30, 3, 9, 1), black_score=29, black={1: (1, 1)})) == [0]


@pytest.mark.parametrize(("good", "winner"), [(True, 0), (False, 1)])
def test_A17_equal_points_are_good_s(good: bool, winner: int) -> None:
    state = ended((30, 3, 9, 1), black_score=30, black={1: (1,)}, options={"good_wins_tie": good})
    assert winners(state) == [winner]


def test_R89_tokens_are_turned_up_in_a_tie() -> None:
    state = ended((30, 3, 9, 1), black_score=31, black={1: (2, 2), 2: (4, 1)})
    assert winners(state) == [2]
    assert list(by_seat(state.cells, DARK_VALUE)) == [0, 4, 5, 0]
    state = ended((30, 3, 9, 1), black_score=31, black={1: (2, 2), 2: (3, 1)})
    assert winners(state) == [2]


def test_R89_and_only_then() -> None:
    assert not any(by_seat(ended((30, 3, 9, 1), black_score=31, black={1: (2, 2), 2: (4,)}).cells, DARK_VALUE))
    assert not any(by_seat(ended((30, 3, 9, 1), black_score=3, black={1: (2,), 2: (4,)}).cells, DARK_VALUE))


def test_R90_the_expelled_win_neither_way() -> None:
    areas = {seat: name for seat, name in ONE_EACH.items() if seat != 1}
    assert winners(ended((3, 9, 4, 1), areas=areas)) == [2]
    assert ranks(ended((3, 9, 4, 0), areas=areas)) == [2, 4, 1, 3]
    state = ended((3, 9, 4, 1), areas=areas, black_score=31, black={1: (4, 4), 2: (1,)})
    assert winners(state) == [2]


@pytest.mark.parametrize(("passes_on", "winner"), [(True, 3), (False, 0)])
def test_A19_the_next_supporter_wins_in_place_of_an_expelled_one(passes_on: bool, winner: int) -> None:
    areas = {seat: name for seat, name in ONE_EACH.items() if seat != 1}
    options = {"evil_passes_on": passes_on}
    state = ended((9, 3, 4, 1), areas=areas, black_score=31, black={1: (4, 4), 3: (1,)}, options=options)
    assert winners(state) == [winner]


def test_R88_without_any_supporter_good_wins() -> None:
    assert winners(ended((9, 3, 4, 1), black_score=31)) == [0]


@pytest.mark.parametrize(("ends", "last"), [(True, 1), (False, 0)])
def test_A16_the_black_master_s_points_and_the_end(ends: bool, last: int) -> None:
    state = position(stones=(9,), black_score=29, options={"black_score_ends": ends})
    assert play(state, "buy black").cells[ENDING] == last


def test_A16_the_black_master_s_points_end_the_match_in_every_edition() -> None:
    for edition in EDITIONS:
        state = position(ONE_EACH_OF_FOUR, edition=edition, active=3, stones=(0, 0, 0, 9), black_score=29)
        assert game.actor(play(state, "buy black", "end actions", "stay")) is None


@pytest.mark.parametrize(("seats", "strategic", "swift"), [(2, 90, 45), (3, 60, 30), (4, 45, 23), (5, 36, 18)])
def test_A16_the_last_round(seats: int, strategic: int, swift: int) -> None:
    areas = {seat: ONE_EACH[seat] for seat in range(seats)}
    for edition, last in (("strategic", strategic), ("swift", swift)):
        for number, actor in ((last, None), (last - 1, 0)):
            state = position(areas, edition=edition, seats=seats, active=seats - 1, number=number)
            assert game.actor(play(state, "end actions")) == actor


ONE_EACH_OF_FOUR = {seat: ONE_EACH[seat] for seat in range(4)}


@pytest.mark.parametrize(("may_return", "winner"), [(True, 3), (False, 2)])
def test_A18_who_was_expelled_may_return(may_return: bool, winner: int) -> None:
    areas = {0: "O00", 1: "O03", 2: "O06"}
    state = position(
        areas,
        score=(0, 1, 2, 3),
        active=2,
        number=90,
        influence={3: "pioneer"},
        options={"expelled_may_return": may_return},
    )
    state = play(state, "end actions", "take BR-C1", "pass", "play pioneer O11", "end actions")
    assert (phase(state), winners(state)) == ("end of match", [winner])


def test_R88_scores_are_points_and_merits_tell_who_would_win_now() -> None:
    state = position(ONE_EACH_OF_FOUR, score=(4, 4, 0, 2), black_score=31, black={3: (1,)})
    assert game.scores(state) == (4, 4, 0, 2)
    assert ranks(state) == [2, 2, 4, 1]


def test_G3_thresholds() -> None:
    assert scoring(5, 24, 0).cells[ENDING] == 0
    assert scoring(5, 25, 0).cells[ENDING] == 1


def test_G4_the_last_seat_and_the_first() -> None:
    assert game.actor(play(scoring(4, 30, 3), "end actions")) is None
    assert game.actor(play(scoring(4, 30, 0), "end actions")) == 1


def test_G18_evil_and_good() -> None:
    state = ended((30, 3, 9, 1), black_score=31, black={1: (2, 2, 3), 2: (4, 4, 1)})
    assert (winners(state), list(by_seat(state.cells, DARK_VALUE))) == ([2], [0, 7, 9, 0])
    equal = ended((30, 3, 9, 1), black_score=31, black={1: (2, 2), 2: (3, 1)})
    assert true_black_masters(equal.cells, equal.rules.options) == [2]
    assert winners(ended((30, 3, 9, 1), black_score=30, black={1: (1,)})) == [0]
