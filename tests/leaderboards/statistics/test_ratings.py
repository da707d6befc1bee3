"""Tests ratings: TrueSkill as published, applied to the matches one by one in schedule order."""

from itertools import permutations
from math import sqrt
from random import Random
from statistics import NormalDist

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.statistics.ratings import (
    MIN_DRAW_PROBABILITY,
    MOST_DRAW_PROBABILITY,
    Outcome,
    Rating,
    Ratings,
    trueskill_ratings,
)

MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 6
UNIT = NormalDist()


def test_two_bots_are_rated_as_the_paper_says() -> None:
    """The ratings of two bots after a match without a draw follow the update for two players that Herbrich, Minka and
    Graepel (2006) published.
    """
    ratings = trueskill_ratings([Outcome(("ann", "ben"), (1, 2))])
    c = sqrt(2 * BETA**2 + 2 * SIGMA**2)
    margin = UNIT.inv_cdf((MIN_DRAW_PROBABILITY + 1) / 2) * sqrt(2) * BETA
    t = -margin / c
    v = UNIT.pdf(t) / UNIT.cdf(t)
    w = v * (v + t)
    sigma = SIGMA * sqrt(1 - SIGMA**2 / c**2 * w)
    assert ratings["ann"].mu == pytest.approx(MU + SIGMA**2 / c * v, abs=1e-6)
    assert ratings["ben"].mu == pytest.approx(MU - SIGMA**2 / c * v, abs=1e-6)
    assert ratings["ann"].sigma == pytest.approx(sigma, abs=1e-6)
    assert ratings["ben"].sigma == pytest.approx(sigma, abs=1e-6)


def test_four_bots_are_rated_as_the_library_documents() -> None:
    """The ratings of four bots equal the ratings that the library trueskill computes with the arena's parameters. The
    test first checks that the library, with its own tau and draw probability, gives the values in its documentation.
    """
    documented = trueskill.TrueSkill(tau=25 / 300, draw_probability=0.1)
    groups = documented.rate([(documented.create_rating(),) for _ in range(4)])
    assert [(round(rating.mu, 3), round(rating.sigma, 3)) for (rating,) in groups] == [
        (33.207, 6.348),
        (27.401, 5.787),
        (22.599, 5.787),
        (16.793, 6.348),
    ]
    ours = trueskill.TrueSkill(tau=0.0, draw_probability=MIN_DRAW_PROBABILITY)
    expected = ours.rate([(ours.create_rating(),) for _ in range(4)])
    ratings = trueskill_ratings([Outcome(("d", "b", "a", "c"), (4, 2, 1, 3))])
    assert ratings == {name: Rating(rating.mu, rating.sigma) for name, (rating,) in zip("abcd", expected, strict=True)}


def test_later_matches_start_from_the_ratings_of_earlier_ones() -> None:
    ours = trueskill.TrueSkill(tau=0.0, draw_probability=MIN_DRAW_PROBABILITY)
    (ann,), (ben,) = ours.rate([(ours.create_rating(),), (ours.create_rating(),)])
    (ben,), (ann,) = ours.rate([(ben,), (ann,)])
    ratings = trueskill_ratings([Outcome(("ann", "ben"), (1, 2)), Outcome(("ann", "ben"), (2, 1))])
    assert ratings == {"ann": Rating(ann.mu, ann.sigma), "ben": Rating(ben.mu, ben.sigma)}


def test_the_order_of_matches_is_the_schedules_and_matters() -> None:
    """The order of matches changes the ratings. So results are added in schedule order, never in the order in which
    matches end.
    """
    outcomes = [Outcome(("ann", "ben", "cid"), ranks) for ranks in ((1, 2, 3), (3, 1, 2), (1, 3, 2))]
    assert trueskill_ratings(outcomes) != trueskill_ratings(outcomes[::-1])


@pytest.mark.parametrize("ranks", [(1, 1, 1, 1), (1, 1, 3, 4), (1, 2, 2, 2), (1, 1, 3, 3)])
def test_ties_do_not_depend_on_the_seats(ranks: tuple[int, ...]) -> None:
    found = []
    for order in permutations(range(4)):
        bots = tuple("abcd"[index] for index in order)
        first = Outcome(("a", "b", "c", "d"), (2, 1, 4, 3))
        found.append(trueskill_ratings([first, Outcome(bots, tuple(ranks[index] for index in order))]))
    assert all(ratings == found[0] for ratings in found)


@pytest.mark.parametrize("ranks", [(1, 1), (1, 1, 1, 1), (1, 1, 3, 3, 3), (1, 2, 2, 2)])
def test_equal_results_have_equal_ratings_whatever_the_names(ranks: tuple[int, ...]) -> None:
    ratings = trueskill_ratings([Outcome(tuple("dbace"[: len(ranks)]), ranks)] * 20)
    for rank in set(ranks):
        alike = {ratings[bot] for bot, own in zip("dbace", ranks, strict=False) if own == rank}
        assert len(alike) == 1
        assert all(one.sigma < SIGMA for one in alike)


def test_level_bots_that_are_rated_differently_stand_in_order_of_their_ratings() -> None:
    """The ratings by TrueSkill do not depend on the names of bots, even if bots with different ratings tie. TrueSkill
    compares neighbours in the finishing order of a match. In this order, tied bots stand in order of their ratings.
    """
    found = []
    for bots in permutations("abc"):
        matches = [Outcome(bots[:2], (1, 2)), Outcome(bots, (2, 2, 1))]
        ratings = trueskill_ratings(matches)
        found.append([ratings[bot] for bot in bots])
    assert all(ratings == found[0] for ratings in found)


def test_without_matches_there_are_no_ratings() -> None:
    assert trueskill_ratings([]) == {}


@pytest.mark.parametrize(
    ("ranks", "share"),
    [
        ([], MIN_DRAW_PROBABILITY),
        ([(1, 2, 3)], MIN_DRAW_PROBABILITY),
        ([(1, 1, 3)], 1 / 2),
        ([(2, 1, 2)], 1 / 2),
        ([(3, 1, 2), (1, 1, 1), (1, 2, 2)], 3 / 6),
        ([(1, 2, 3, 3), (4, 3, 2, 1)], 1 / 6),
        ([(1, 1, 1)], MOST_DRAW_PROBABILITY),
    ],
)
def test_the_draw_probability_is_the_share_of_neighbours_that_tie(ranks: list[tuple[int, ...]], share: float) -> None:
    ratings = Ratings()
    for one in ranks:
        ratings.take(Outcome(("a", "b", "c", "d")[: len(one)], one))
    assert ratings.draw_probability() == share


def test_a_match_is_rated_by_the_ties_up_to_it() -> None:
    """A match is rated with the draw probability of the matches up to it, so later matches do not change its effect.
    The ratings of a growing league therefore never have to be computed anew.
    """
    first, second = Outcome(("ann", "ben"), (1, 2)), Outcome(("ann", "ben"), (1, 1))
    ours = trueskill.TrueSkill(tau=0.0, draw_probability=MIN_DRAW_PROBABILITY)
    (ann,), (ben,) = ours.rate([(ours.create_rating(),), (ours.create_rating(),)])
    then = trueskill.TrueSkill(tau=0.0, draw_probability=1 / 2)
    (ann,), (ben,) = then.rate([(ann,), (ben,)], ranks=[1, 1])
    assert trueskill_ratings([first, second]) == {"ann": Rating(ann.mu, ann.sigma), "ben": Rating(ben.mu, ben.sigma)}


@settings(max_examples=30)
@given(st.randoms(use_true_random=False))
def test_every_bot_that_played_has_a_rating_it_can_be_ranked_by(rng: Random) -> None:
    outcomes = [Outcome(tuple(rng.sample("abcde", 4)), tuple(sorted(rng.choices(range(1, 5), k=4)))) for _ in range(20)]
    ratings = trueskill_ratings(outcomes)
    assert set(ratings) == {bot for outcome in outcomes for bot in outcome.bots}
    assert all(0 < rating.sigma < SIGMA and abs(rating.mu) < 100 for rating in ratings.values())


def test_a_tie_after_a_thousand_defeats_can_still_be_rated() -> None:
    outcomes = [Outcome(("ann", "ben", "cid", "dot"), (1, 2, 3, 4))] * 1000
    outcomes += [
        Outcome(("ann", "ben", "cid", "dot"), (1, 1, 1, 1)),
        Outcome(("ann", "ben", "cid", "dot"), (4, 3, 2, 1)),
    ]
    ratings = trueskill_ratings(outcomes)
    assert ratings["ann"].mu > ratings["ben"].mu > ratings["cid"].mu > ratings["dot"].mu
