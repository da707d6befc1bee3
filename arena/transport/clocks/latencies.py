"""A histogram of the thinking times of choices.

Each number of microseconds below 32 has its own bucket. From 32 on, the range from each power of two to the next is cut
into 16 buckets of equal width. So each time differs from the middle of its bucket by less than 1/32 of the time itself.
"""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

BUCKETS: Final = 560
"""The number of buckets, which is enough for times up to the longest possible bank (a seat's thinking time for a
match).
"""


def bucket_of(time_us: i64) -> i64:
    """The index of the bucket for a time in microseconds."""
    shift: i64 = 0
    while time_us >> shift >= 32:
        shift += 1
    return min(16 * shift + (time_us >> shift), BUCKETS - 1)


def middle_us(bucket: int) -> float:
    """The time in the middle of a bucket, in microseconds."""
    if bucket < 32:
        return bucket
    shift = bucket // 16 - 1
    lowest = (bucket - 16 * shift) << shift
    return lowest + ((1 << shift) - 1) / 2


def percentile_us(counts: Mapping[int, int], percent: int) -> float | None:
    """Returns the thinking time, in microseconds, that this percentage of the choices did not exceed; None if there are
    no choices. The time's error is less than 1/32 of it.

    `counts`: the number of choices in each bucket.
    """
    rank = -(-percent * sum(counts.values()) // 100)
    for bucket in sorted(counts):
        rank -= counts[bucket]
        if rank <= 0 and counts[bucket]:
            return middle_us(bucket)
    return None
