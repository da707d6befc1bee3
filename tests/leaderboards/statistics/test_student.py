"""Tests Student's t: against printed statistical tables, the formulas for one and two degrees of freedom, and SciPy."""

from math import atan, inf, isclose, pi, sqrt

import pytest
from scipy.special import stdtr, stdtrit

from leaderboards.statistics.student import t_interval, t_quantile, t_tail


@pytest.mark.parametrize(
    ("tail", "df", "printed"),
    [
        (0.05, 1, 12.706),
        (0.05, 2, 4.303),
        (0.05, 5, 2.571),
        (0.05, 30, 2.042),
        (0.01, 10, 3.169),
        (0.001, 7, 5.408),
        (0.05, 100_000, 1.960),
    ],
)
def test_quantiles_are_those_of_the_tables(tail: float, df: int, printed: float) -> None:
    assert round(t_quantile(tail, df), 3) == printed


@pytest.mark.parametrize("t", [0.0, 0.1, 1.0, 3.0, 50.0, 1e6])
def test_tails_of_one_and_two_degrees_have_their_closed_form(t: float) -> None:
    assert isclose(t_tail(t, 1), 1 - 2 / pi * atan(t), abs_tol=1e-13)
    assert isclose(t_tail(t, 2), 1 - t / sqrt(2 + t * t), abs_tol=1e-13)


def test_the_tail_is_the_same_on_both_sides() -> None:
    assert t_tail(-2.5, 9) == t_tail(2.5, 9)


def test_far_tails_keep_their_digits() -> None:
    assert isclose(t_tail(1e6, 2), 1e-12, rel_tol=1e-9)


def test_without_degrees_of_freedom_nothing_is_known() -> None:
    assert t_tail(100.0, 0) == 1
    assert t_quantile(0.05, 0) == inf
    assert t_interval(3.0, 1.0, 1, 0.05) == (-inf, inf)


def test_an_interval_is_mean_and_t_standard_errors() -> None:
    low, high = t_interval(10.0, 4.0, 16, 0.05)
    assert (round(low, 3), round(high, 3)) == (round(10 - 2.1314 / 2, 3), round(10 + 2.1314 / 2, 3))


@pytest.mark.parametrize("df", [1, 2, 3, 5, 9, 30, 100, 999, 10_000, 1_000_000])
def test_it_is_the_distribution_of_scipy(df: int) -> None:
    for t in (1e-8, 1e-3, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 50.0):
        assert isclose(t_tail(t, df), 2 * float(stdtr(df, -t)), rel_tol=1e-8, abs_tol=1e-290)
    for tail in (0.9, 0.5, 0.1, 0.05, 0.01, 1e-3, 1e-6, 1e-9):
        assert isclose(t_quantile(tail, df), -float(stdtrit(df, tail / 2)), rel_tol=1e-8)
