"""Tests the analysis of strengths as shown to people and scripts; it does not depend on the order of matches."""

import json
from dataclasses import replace
from math import inf

import pytest

from leaderboards.reports.strength_tables import (
    difference_sheet,
    elo_sheet,
    notes,
    pair_rows,
    strength_cells,
    superiority_sheet,
    tier_letters,
    to_values,
)
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.comparisons import Comparison
from leaderboards.statistics.grouped import Estimate, Group
from leaderboards.statistics.score_differences import ScoreDifference

FOUND = Analysis(
    estimates=(
        Estimate("ann", inf, 60.2, inf, 10, 1),
        Estimate("ben", 5.6, -20.0, 30.0, 10, 2),
        Estimate("cid", -5.6, -80.5, 9.4, 9, 3),
    ),
    groups=(
        Group((Estimate("ann", 0.0, -inf, inf, 0, 1),), ("ben", "cid"), ()),
        Group((Estimate("ben", 5.6, -20.0, 30.0, 9, 1), Estimate("cid", -5.6, -80.5, 9.4, 9, 2)), (), ("ann",)),
    ),
    reference=("ben", "cid"),
    comparisons=(
        Comparison("ann", "ben", inf, 0.97, 0.06, -12.0),
        Comparison("ann", "cid", inf, 0.9999, 0.0003, 44.2),
        Comparison("ben", "cid", 11.2, 0.96, 0.08, -50.5, 70.0),
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
    cells = [strength_cells(one, tier_letters(FOUND, one.bot)) for one in FOUND.estimates]
    assert cells == [("∞", "+60", "∞", "a"), ("+6", "-20", "+30", "ab"), ("-6", "-80", "+9", "b")]


def test_each_pair_has_its_interval_from_either_side() -> None:
    assert elo_sheet(FOUND).rows == (
        ("ann", "", "∞ (-12..∞)", "∞ (+44..∞)"),
        ("ben", "-∞ (-∞..+12)", "", "+11 (-50..+70)"),
        ("cid", "-∞ (-∞..-44)", "-11 (-70..+50)", ""),
    )


def test_a_row_a_pair_has_both_intervals() -> None:
    first, second, third = (tuple(row.values()) for row in pair_rows(FOUND))
    assert first == ("ann", "ben", inf, -12.0, inf, 0.97, 0.06, False, 2.5, 0.5, 4.5, 10)
    assert second[:5] == ("ann", "cid", inf, 44.2, inf)
    assert third == ("ben", "cid", 11.2, -50.5, 70.0, 0.96, 0.08, False, "", "", "", 0)


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
    assert values["strengths"][0] == {
        "place": 1,
        "bot": "ann",
        "elo": None,
        "low": 60.2,
        "high": None,
        "always": "ahead",
        "blocks": 10,
    }
    assert values["groups"][0]["always_ahead_of"] == ["ben", "cid"]
    assert values["comparisons"][2]["low"] == -50.5
    assert values["comparisons"][1]["always_ahead"]
    assert values["score_differences"][1]["low"] is None
    assert values["tiers"] == [["ann", "ben"], ["ben", "cid"]]
    assert values["comparisons"][1]["p_value"] == 0.0003


def test_what_is_rounded_to_0_has_no_minus() -> None:
    even = replace(
        FOUND,
        comparisons=(Comparison("ann", "ben", 0.0, 0.5, 1.0, -0.2, 0.2),),
        score_differences=(ScoreDifference("ann", "ben", 0.0, -1.0, 1.0, 10),),
    )
    assert [row[1:3] for row in elo_sheet(even).rows[:2]] == [("", "+0 (+0..+0)"), ("+0 (+0..+0)", "")]
    assert [row[1:3] for row in difference_sheet(even).rows[:2]] == [("", "+0.00 ± 1.00"), ("+0.00 ± 1.00", "")]


def test_of_a_league_without_a_block_nothing_is_said() -> None:
    assert notes(analyse([])) == []


def test_an_unknown_strength_is_a_dash_in_tables_and_null_for_scripts() -> None:
    unknown = Estimate("dot", None, -inf, inf, 3, 4)
    assert strength_cells(unknown, "") == ("-", "-∞", "∞", "-")
    values = to_values(replace(FOUND, estimates=(*FOUND.estimates, unknown)))
    assert json.loads(json.dumps(values, allow_nan=False))["strengths"][3] == {
        "place": 4,
        "bot": "dot",
        "elo": None,
        "low": None,
        "high": None,
        "always": None,
        "blocks": 3,
    }


def test_words_say_what_cannot_be_compared_and_where_there_is_no_scale() -> None:
    alone = tuple(Group((Estimate(bot, 0.0, -inf, inf, 0, 1),), (), ()) for bot in ("ann", "ben"))
    found = replace(FOUND, estimates=FOUND.estimates[:2], groups=alone, reference=())
    assert notes(found) == [
        "Elo after 10 blocks is relative to nothing, as any two bots that met always finished in the same order",
        "ann: cannot be compared with all others",
        "ben: cannot be compared with all others",
    ]


@pytest.mark.parametrize(("reference", "words"), [(("ann",), "ann"), (("ann", "ben"), "the mean of ann and ben")])
def test_words_name_the_few_that_are_nought(reference: tuple[str, ...], words: str) -> None:
    estimates = [Estimate(bot, 0.0, -1, 1, 0, 1) for bot in ("ann", "ben", "x", "y")]
    found = replace(FOUND, estimates=tuple(estimates), groups=(), reference=reference)
    assert notes(found)[0] == f"Elo after 10 blocks is relative to {words}"


def test_fields_that_never_met_are_named() -> None:
    apart = Analysis((), (), (), (), (), (), (("ann", "ben"), ("cid",)), 2, 4)
    assert notes(apart)[1].endswith("compare bots only within a group: ann, ben; cid")


def test_words_say_who_is_always_ahead_of_whom() -> None:
    assert notes(FOUND) == [
        "Elo after 10 blocks is relative to the mean of all but ann",
        "ann: always ahead of all others",
    ]
    two = Group((Estimate("x", 3.0, -9.0, 15.0, 4, 1), Estimate("y", -3.0, -15.0, 9.0, 4, 2)), ("cid",), ("ben",))
    more = (*FOUND.estimates, Estimate("x", 0, 0, 0, 4, 4), Estimate("y", 0, 0, 0, 4, 5))
    assert notes(replace(FOUND, estimates=more, groups=(*FOUND.groups, two)))[2] == (
        "x, y: always ahead of cid and always behind ben and cannot be compared with ann; "
        "among themselves x +3 (-9..+15), y -3 (-15..+9)"
    )
