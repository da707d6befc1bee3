"""Tests of the buckets in which thinking times are counted: every time has a bucket, no time is far from the middle of
its bucket, and percentiles follow from the counts.
"""

from collections import Counter
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.transport.clocks.latencies import BUCKETS, bucket_of, middle_us, percentile_us

LONGEST_US = 25 * 3_600 * 1_000_000
times = st.integers(0, LONGEST_US)


@pytest.mark.parametrize(
    ("time_us", "bucket", "middle"),
    [(0, 0, 0), (31, 31, 31), (32, 32, 32.5), (33, 32, 32.5), (34, 33, 34.5), (64, 48, 65.5), (1000, 111, 1007.5)],
)
def test_buckets_are_where_the_definition_puts_them(time_us: int, bucket: int, middle: float) -> None:
    assert bucket_of(time_us) == bucket
    assert middle_us(bucket) == middle


@given(times)
def test_the_middle_of_a_bucket_is_within_a_thirty_second_of_any_time_in_it(time_us: int) -> None:
    assert abs(middle_us(bucket_of(time_us)) - time_us) <= time_us / 32


@given(times)
def test_a_longer_time_is_never_in_an_earlier_bucket_and_none_is_left_out(time_us: int) -> None:
    assert bucket_of(time_us) <= bucket_of(time_us + 1) <= bucket_of(time_us) + 1 < BUCKETS


def test_a_time_beyond_all_banks_is_in_the_last_bucket() -> None:
    assert bucket_of(1 << 60) == BUCKETS - 1


@given(st.lists(times, min_size=1, max_size=200), st.integers(1, 100))
def test_a_percentile_is_the_time_of_that_rank_within_a_thirty_second(sample: list[int], percent: int) -> None:
    exact = sorted(sample)[ceil(percent * len(sample) / 100) - 1]
    found = percentile_us(Counter(map(bucket_of, sample)), percent)
    assert found is not None
    assert abs(found - exact) <= exact / 32


def test_percentiles_of_a_few_choices_are_those_found_by_hand() -> None:
    counts = {3: 50, 5: 40, 7: 9, 2: 0, 6: 1}
    assert [percentile_us(counts, percent) for percent in (1, 50, 51, 90, 91, 92, 100)] == [3, 3, 5, 5, 6, 7, 7]


def test_without_choices_there_is_no_percentile() -> None:
    assert percentile_us({}, 50) is None
    assert percentile_us({4: 0}, 50) is None
