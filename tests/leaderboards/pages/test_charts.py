"""Tests the places of names at the ends of lines in charts: near their line, without overlap, and inside the chart."""

import pytest

from leaderboards.pages.charts import apart


@pytest.mark.parametrize(
    ("places", "moved"),
    [
        ([10, 40, 90], [10, 40, 90]),
        ([50, 50], [45, 55]),
        ([48, 50, 52, 90], [40, 50, 60, 90]),
        ([0, 1], [5, 15]),
        ([99, 100], [85, 95]),
        ([20, 21, 33], [14.67, 24.67, 34.67]),
        ([], []),
    ],
)
def test_names_give_way_as_little_as_they_must(places: list[float], moved: list[float]) -> None:
    assert apart(places, 10) == pytest.approx(moved)


def test_where_there_is_no_room_for_all_they_still_keep_apart() -> None:
    assert apart([50] * 12, 10) == pytest.approx([5 + 10 * number for number in range(12)])
