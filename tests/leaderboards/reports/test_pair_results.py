"""Tests the results of every pair of bots, as shown to people and scripts."""

import json
from dataclasses import replace

import pytest

from leaderboards.reports.pair_results import (
    PairResults,
    pair_results,
    result_notes,
    result_rows,
    result_sheets,
    results_to_values,
)
from leaderboards.statistics.fit import Departure, Fit
from leaderboards.store import StoredMatch
from tests.leaderboards.results import made_up

BEATS = (("p", "s"), ("s", "c"), ("c", "p"))


def stored(rounds: int) -> list[StoredMatch]:
    """Returns matches between the bots paper, stone and scissors, in blocks of two seatings. Each bot beats the next
    bot in the circle by 3 to 1 points.
    """
    matches: list[StoredMatch] = []
    for number in range(rounds * len(BEATS)):
        first, second = BEATS[number % len(BEATS)]
        for bots, scores, ranks in ((first + second, (3, 1), (1, 2)), (second + first, (1, 3), (2, 1))):
            match = made_up(len(matches), bots, scores, ranks)
            spec = replace(match.record.spec, deal=number.to_bytes(16))
            matches.append(replace(match, record=replace(match.record, spec=spec)))
    return matches


@pytest.fixture(scope="module")
def found() -> PairResults:
    return pair_results(stored(10))


def test_the_row_is_told_against_the_column(found: PairResults) -> None:
    counts, balances, points = result_sheets(found).values()
    assert counts.headings == ("", *found.order)
    cells = {(row[0], column): row for row in counts.rows for column in found.order}
    assert cells["p", "s"][1 + found.order.index("s")] == "20-0-0"
    assert cells["s", "p"][1 + found.order.index("p")] == "0-0-20"
    (paper,) = (row for row in balances.rows if row[0] == "p")
    assert paper[1 + found.order.index("s")] == "+100* (+38..+100)"
    assert paper[1 + found.order.index("c")] == "-100* (-100..-38)"
    (paper,) = (row for row in points.rows if row[0] == "p")
    assert paper[1 + found.order.index("c")] == "-2.00 ± 0.00"


def test_a_circle_and_a_misfit_are_told_in_sentences(found: PairResults) -> None:
    circle, misfit = result_notes(found)
    assert circle == "a circle: surely ahead are c of p, p of s and s of c; no order of these bots is right"
    assert misfit.startswith("one strength for each bot does not explain these results (p = 0.0005): ")
    assert misfit.endswith(" % of their matches, where strengths say 50 %")


def test_few_blocks_tell_neither() -> None:
    few = pair_results(stored(1))
    assert (few.circle, few.fit) == ((), None)
    none, _ = result_notes(few)
    assert none == "no circle: no bots are surely ahead of each other all the way round"
    fits = replace(few, fit=Fit(0.43, 3, Departure("p", "s", 0.6, 0.5)))
    assert result_notes(fits)[1] == "nothing here speaks against one strength for each bot (p = 0.4300)"


def test_what_cannot_be_tested_is_said_and_nothing_of_nothing() -> None:
    duel = pair_results([match for match in stored(2) if "c" not in [one.name for one in match.record.spec.entrants]])
    assert result_notes(duel)[1].endswith("cannot be tested: too few pairs with enough wins on both sides")
    assert results_to_values(duel)["fit"] is None
    assert result_notes(pair_results([])) == []


def test_rows_and_values_say_the_same(found: PairResults) -> None:
    rows = list(result_rows(found))
    values = json.loads(json.dumps(results_to_values(found), allow_nan=False))
    assert values["pairs"] == rows
    assert [row["matches"] for row in rows] == [20, 20, 20]
    assert {(row["won"], row["lost"], row["balance"], row["apart"]) for row in rows} <= {
        (20, 0, 1.0, True),
        (0, 20, -1.0, True),
    }
    assert values["circle"] == ["c", "p", "s"]
    assert values["fit"]["fails"]


def test_a_number_that_is_infinite_is_null_in_json(found: PairResults) -> None:
    once = pair_results(stored(1))
    assert {row["points_high"] for row in result_rows(once)} == {float("inf")}
    values = results_to_values(replace(once, fit=Fit(0.5, 3, Departure("p", "s", 1.0, 0.5))))
    assert '"points_high": null' in json.dumps(values, allow_nan=False)
