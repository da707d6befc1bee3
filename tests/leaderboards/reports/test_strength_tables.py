"""The order-free analysis as people and scripts see it."""

import json
from math import inf

from leaderboards.reports.strength_tables import difference_sheet, notes, strength_sheet, superiority_sheet, to_values
from leaderboards.statistics.analysis import Analysis
from leaderboards.statistics.bootstrap import Estimate
from leaderboards.statistics.comparisons import Comparison
from leaderboards.statistics.score_differences import ScoreDifference

FOUND = Analysis(
    estimates=(
        Estimate("ann", 120.4, 60.2, inf, 10),
        Estimate("ben", 5.6, -20.0, 30.0, 10),
        Estimate("cid", -126.0, -inf, -80.5, 9),
    ),
    comparisons=(
        Comparison("ann", "ben", 114.8, 0.97, 0.06),
        Comparison("ann", "cid", 246.4, 0.9999, 0.0003),
        Comparison("ben", "cid", 131.6, 0.96, 0.08),
    ),
    tiers=(("ann", "ben"), ("ben", "cid")),
    score_differences=(
        ScoreDifference("ann", "ben", 2.5, 0.5, 4.5, 10),
        ScoreDifference("ann", "cid", 7.0, -inf, inf, 1),
    ),
    fields=(("ann", "ben", "cid"),),
    blocks=10,
    matches=30,
)


def test_bots_that_cannot_be_told_apart_share_a_letter() -> None:
    assert strength_sheet(FOUND).rows == (
        ("1", "ann", "+120", "+60", "∞", "a", "10"),
        ("2", "ben", "+6", "-20", "+30", "ab", "10"),
        ("3", "cid", "-126", "-∞", "-80", "b", "9"),
    )


def test_the_matrix_of_superiority_is_complementary_and_stars_what_is_told_apart() -> None:
    sheet = superiority_sheet(FOUND)
    assert sheet.headings == ("", "ann", "ben", "cid")
    assert sheet.rows == (
        ("ann", "", "97.0", "100.0*"),
        ("ben", "3.0", "", "96.0"),
        ("cid", "0.0*", "4.0", ""),
    )


def test_score_differences_have_a_sign_and_half_an_interval_and_are_empty_where_no_block_was_shared() -> None:
    assert difference_sheet(FOUND).rows == (
        ("ann", "", "+2.50 ± 2.00", "+7.00 ± ∞"),
        ("ben", "-2.50 ± 2.00", "", ""),
        ("cid", "-7.00 ± ∞", "", ""),
    )


def test_scripts_get_null_for_an_interval_without_end() -> None:
    values = json.loads(json.dumps(to_values(FOUND), allow_nan=False))
    assert values["strengths"][0] == {"bot": "ann", "elo": 120.4, "low": 60.2, "high": None, "blocks": 10}
    assert values["score_differences"][1]["low"] is None
    assert values["tiers"] == [["ann", "ben"], ["ben", "cid"]]
    assert values["comparisons"][1]["p_value"] == 0.0003


def test_fields_that_never_met_are_named() -> None:
    apart = Analysis((), (), (), (), (("ann", "ben"), ("cid",)), 2, 4)
    assert notes(apart)[1].endswith("compare bots only within one: ann, ben; cid")
    assert len(notes(FOUND)) == 1
