"""Tests of rate limits, which make users wait after too many uses."""

import pickle

import pytest

from arena.files import rates
from arena.files.rates import Lately, Rate, TooOftenError


def waits(lately: Lately, who: str, now_s: int) -> int:
    """Counts one use by `who`. Returns 0, or the seconds until the next allowed use if this one is refused."""
    try:
        lately.take(who, now_s * 1000)
    except TooOftenError as error:
        return error.retry_s
    return 0


def test_who_asks_too_often_is_told_when_and_may_then() -> None:
    lately = Lately(Rate(3, 10))
    assert [waits(lately, "Ann", 100) for _ in range(5)] == [0, 0, 0, 10, 10]
    assert waits(lately, "Ben", 100) == 0
    assert waits(lately, "Ann", 104) == 6
    assert [waits(lately, "Ann", 110) for _ in range(2)] == [0, 10]
    assert [waits(lately, "Ann", 140) for _ in range(4)] == [0, 0, 0, 10]


def test_a_wait_is_told_in_whole_seconds_that_are_enough() -> None:
    with pytest.raises(TooOftenError) as refused:
        Rate(1, 10).taken(10_000, 1)
    assert refused.value.retry_s == 10


def test_nobody_waits_for_a_clock_that_is_set_back() -> None:
    lately = Lately(Rate(3, 10))
    assert waits(lately, "Ann", 1_000_000) == 0
    assert [waits(lately, "Ann", 100) for _ in range(4)] == [0, 0, 0, 10]


def test_who_took_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_REMEMBERED", 2)
    lately = Lately(Rate(2, 10))
    assert [waits(lately, who, 100) for who in ("Ann", "Ben", "Ann", "Cid")] == [0, 0, 0, 0]
    assert [waits(lately, who, 100) for who in ("Ann", "Ben")] == [10, 0]


def test_another_process_is_told_when() -> None:
    assert pickle.loads(pickle.dumps(TooOftenError(7))).retry_s == 7
