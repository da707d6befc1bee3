"""Tests the numbers and sentences of the fairness report on a small league against numbers counted by hand."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from arena.match import Fault, FaultKind
from arena.transport.crew.usage import Usage
from leaderboards.reports.fairness import Fairness, Pair, fairness
from leaderboards.reports.fairness_tables import (
    balance_sentences,
    run_sentences,
    seat_sentences,
    seats_sheet,
    seats_to_values,
    to_values,
    treatment_sheet,
)
from leaderboards.reports.seats import by_seat
from leaderboards.statistics.seat_effect import SeatEffect
from leaderboards.store.rows.runs import Run
from tests.leaderboards.results import made_up

MATCHES = (
    made_up(0, "abc", (10, 4, 7), (1, 3, 2)),
    made_up(1, "bca", (6, 2, 6), (1, 3, 1)),
    made_up(2, "cab", (9, 20, 3), (1, 3, 2), Fault(1, FaultKind.TIMEOUT, 5, "too slow")),
    made_up(3, "abd", (2, 2, 8), (3, 2, 1), Fault(0, FaultKind.TIMEOUT, 9, ""), Fault(1, FaultKind.PROTOCOL, 9, "")),
)
FIRST, SECOND = {"a": Usage(1_500_000, Counter({10: 1}))}, {"a": Usage(500_000, Counter({20: 3}), 45_600_000)}
RUNS = (
    Run(1, 3, workers=2, in_flight=8, cores=2, lost_workers=1, void_matches=5, usage=FIRST),
    Run(2, 1, workers=4, in_flight=1, cores=1, withdrawn={"d": "withdrawn, and why"}, usage=SECOND),
)


@pytest.fixture(scope="module")
def found() -> Fairness:
    return fairness(MATCHES, RUNS)


def test_pairs_are_counted_with_those_that_never_met(found: Fairness) -> None:
    meetings = [("ab", 4), ("ac", 3), ("bc", 3), ("ad", 1), ("bd", 1), ("cd", 0)]
    assert found.pairs == tuple(Pair(pair[0], pair[1], count) for pair, count in meetings)
    assert found.meeting_imbalance() == 4


def test_matches_are_counted_by_bot_and_seat(found: Fairness) -> None:
    assert found.matches == 4
    assert {one.bot: (one.matches, one.by_seat) for one in found.treatments} == {
        "a": (4, (2, 1, 1)), "b": (4, (1, 2, 1)), "c": (3, (1, 1, 1)), "d": (1, (0, 0, 1)),
    }  # fmt: skip
    assert found.seat_imbalance() == 1


def test_faults_are_counted_by_kind_and_time_outs_apart(found: Fairness) -> None:
    assert {one.bot: (one.faults, one.timeouts()) for one in found.treatments} == {
        "a": ({"timeout": 2}, 2), "b": ({"protocol": 1}, 0), "c": ({}, 0), "d": ({}, 0),
    }  # fmt: skip


def test_times_are_added_up_over_matches_and_runs(found: Fairness) -> None:
    a, b = found.treatments[:2]
    assert (a.thinking_s, a.slowest_ms) == ((0 + 3 + 3 + 3) / 1000, 0.3)  # bot a had the seats 0, 2, 1, 0
    assert (a.p50_ms, a.p90_ms, a.p99_ms, a.cpu_s) == (0.02, 0.02, 0.02, 2.0)
    assert (b.p50_ms, b.p90_ms, b.p99_ms, b.cpu_s) == (None, None, None, None)


def test_the_seats_are_judged_by_complete_blocks_only() -> None:
    deal = bytes(16)
    assert fairness(MATCHES[:2], ()).seats.blocks == 0
    assert all(match.record.spec.deal == deal for match in MATCHES[:3])
    assert fairness(MATCHES[:3], ()).seats.blocks == 1
    assert fairness(MATCHES[:3], ()).seats.effects == pytest.approx((25 / 3 - 67 / 9, 26 / 3 - 67 / 9, 16 / 3 - 67 / 9))


def test_what_the_runs_lost_is_said_with_the_reason(found: Fairness) -> None:
    assert found.void_matches() == 5
    assert run_sentences(found) == [
        "run 1: 3 matches, 2 workers with up to 8 matches at a time on 2 processors",
        "  1 of its workers died; 5 matches they had claimed, begun or not, are void and were played elsewhere",
        "run 2: 1 matches, 4 workers with one match at a time on 1 processor",
        "  more workers than processors: times of thinking depend more on the machine than on the bots",
        "  d was withdrawn, and why",
    ]
    assert run_sentences(fairness(MATCHES, ())) == ["no match is void"]
    assert run_sentences(fairness((), [Run(1, 7)])) == ["run 1: 7 matches, on a cluster", "no match is void"]


def test_imbalance_is_said_with_who_met_most_and_least(found: Fairness) -> None:
    assert balance_sentences(found) == [
        "matches: a bot played 1 to 4",
        "places: a bot had one seat up to 1 times more often than another",
        "opponents: two bots met 0 to 4 times; most often a and b, least often c and d",
    ]
    assert balance_sentences(fairness(MATCHES[:3], ())) == [
        "matches: every bot played 3",
        "places: every bot had every seat equally often",
        "opponents: every two bots met 3 times",
    ]


@pytest.mark.parametrize(
    ("p", "verdict"),
    [(0.0099, "the seat matters"), (0.0499, "the seat may matter"), (0.05, "nothing shows that the seat matters")],
)
def test_the_p_value_is_put_in_words(found: Fairness, p: float, verdict: str) -> None:
    said = "\n".join(seat_sentences(replace(found, seats=SeatEffect(7, (1.0, -1.0), p))))
    assert f"+1.00, -1.00; {verdict}:\n" in said
    assert f"(p = {p:.4f}, 7 complete blocks)" in said
    assert "nothing can be said" in seat_sentences(replace(found, seats=SeatEffect(0, (), 1)))[0]


def test_the_table_has_a_row_a_bot(found: Fairness) -> None:
    rows = {row[0]: row[1:] for row in treatment_sheet(found).rows}
    assert rows["a"] == ("4", "2", "0.02", "0.02", "0.02", "0.30", "0.01", "2.00", "22222", "46", "2 timeout")
    assert rows["d"] == ("1", "0", "-", "-", "-", "0.50", "0.01", "-", "-", "-", "-")


def test_scripts_get_everything(found: Fairness) -> None:
    values = json.loads(json.dumps(to_values(found)))
    assert values["void_matches"] == 5
    assert values["bots"][0]["timeouts"] == 2
    assert values["runs"][1]["withdrawn"] == {"d": "withdrawn, and why"}
    assert values["runs"][0]["usage"] == {"a": {"cpu_s": 1.5, "peak_mb": None, "choices": 1}}
    assert [pair["meetings"] for pair in values["pairs"]] == [4, 3, 3, 1, 1, 0]


def test_a_league_that_has_not_begun_has_nothing_to_say() -> None:
    nothing = fairness((), ())
    assert (nothing.matches, nothing.treatments, nothing.pairs, nothing.seat_imbalance()) == (0, (), (), 0)
    assert balance_sentences(nothing) == []
    assert json.dumps(to_values(nothing))


def test_by_seat_a_bot_has_its_mean_score_and_its_share_of_first_places() -> None:
    tallies = by_seat(MATCHES)
    assert list(tallies) == ["a", "b", "c", "d"]
    assert [(one.matches, one.mean_score(), one.win_share()) for one in tallies["a"]] == [
        (2, 6, 0.5), (1, 20, 0), (1, 6, 0.5),
    ]  # fmt: skip
    assert seats_sheet(tallies).rows[3] == ("d", "-", "-", "-", "-", "8.00", "100.0 %")
    assert seats_to_values(tallies)["d"] == [
        {"matches": 0, "mean_score": None, "win_share": None},
        {"matches": 0, "mean_score": None, "win_share": None},
        {"matches": 1, "mean_score": 8, "win_share": 1},
    ]
