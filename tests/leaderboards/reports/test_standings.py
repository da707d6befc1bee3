"""Tests the standings: they equal those of a small league computed by hand, and do not depend on the order of the
results.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from arena.match import Fault, FaultKind
from arena.transport.crew.usage import Usage
from leaderboards.reports.standings import standings, table_of
from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import block_outcomes
from leaderboards.statistics.ratings import Outcome, trueskill_ratings
from leaderboards.store import PlayedStore, StoredMatch
from tests.leaderboards.results import league, made_up, results

MATCHES = (
    made_up(0, "abc", (10, 4, 7), (1, 3, 2)),
    made_up(1, "bca", (6, 2, 6), (1, 3, 1)),
    made_up(2, "cab", (9, 20, 3), (1, 3, 2), Fault(1, FaultKind.TIMEOUT, 5, "too slow")),
    made_up(3, "abc", (2, 2, 8), (3, 2, 1), Fault(0, FaultKind.TIMEOUT, 9, "slower still")),
)


def test_a_small_league_is_added_up_as_by_hand() -> None:
    table = standings(MATCHES)
    lines = {line.bot: line for line in table.lines}
    assert table.matches == 4
    assert table.seat_scores == (27 / 4, 28 / 4, 24 / 4)
    assert {bot: line.mean_score for bot, line in lines.items()} == {"a": 38 / 4, "b": 15 / 4, "c": 26 / 4}
    assert {bot: line.win_share for bot, line in lines.items()} == {"a": 1.5 / 4, "b": 0.5 / 4, "c": 2 / 4}
    assert {line.matches for line in table.lines} == {4}
    assert sum(line.win_share for line in table.lines) == 1


def test_faults_are_counted_by_kind_and_the_last_one_is_told() -> None:
    lines = {line.bot: line for line in standings(MATCHES).lines}
    assert lines["a"].faults == {"timeout": 2}
    assert lines["a"].last_fault == "match 3: slower still"
    assert lines["b"].faults == {}
    assert lines["b"].last_fault == ""


def test_faults_stand_in_order_of_their_kind() -> None:
    kinds = (FaultKind.TIMEOUT, FaultKind.DISCONNECT, FaultKind.TIMEOUT)
    matches = [made_up(i, "abc", (0, 0, 0), (3, 1, 1), Fault(0, kind, 0, "")) for i, kind in enumerate(kinds)]
    (line,) = (line for line in standings(matches).lines if line.bot == "a")
    assert list(line.faults.items()) == [("disconnect", 1), ("timeout", 2)]


def test_thinking_times_are_a_mean_and_a_maximum_in_milliseconds() -> None:
    (line,) = (line for line in standings(MATCHES).lines if line.bot == "a")  # bot a had the seats 0, 2, 1, 0
    assert line.thinking_ms == pytest.approx((0 + 3 + 3 + 3) / 4)
    assert line.slowest_ms == pytest.approx(0.3)


def test_percentiles_and_cpu_time_come_from_what_the_runs_counted() -> None:
    used = {"a": Usage(2_500_000, Counter({10: 6, 20: 3, 30: 1})), "b": Usage(0, Counter({400: 1}))}
    lines = {line.bot: line for line in standings(MATCHES, used).lines}
    a, b, c = lines["a"], lines["b"], lines["c"]
    assert (a.p50_ms, a.p90_ms, a.p99_ms, a.cpu_s) == (0.01, 0.02, 0.03, 2.5)
    assert b.p50_ms == b.slowest_ms  # the middle of its bucket may exceed the slowest time, so the percentile is capped
    assert (c.p50_ms, c.p90_ms, c.p99_ms, c.cpu_s) == (None, None, None, None)


@pytest.mark.parametrize("matches", [MATCHES, MATCHES[:1], [made_up(0, "cba", (1, 1, 1), (1, 1, 1))]])
def test_the_table_is_in_order_of_strength_and_beside_it_stand_the_ratings(matches: Sequence[StoredMatch]) -> None:
    ratings = trueskill_ratings(
        [Outcome(tuple(bot.name for bot in match.record.spec.entrants), match.record.ranks) for match in matches]
    )
    table, analysis = standings(matches), analyse(block_outcomes(match.record for match in matches))
    assert {line.bot: line.rating for line in table.lines} == ratings
    assert tuple(line.strength for line in table.lines) == analysis.estimates
    assert [line.rank for line in table.lines] == [one.place for one in analysis.estimates]
    by_rating = table.by_rating().lines
    assert [line.bot for line in by_rating] == sorted(ratings, key=lambda bot: (-ratings[bot].mu, bot))


def test_bots_with_equal_results_share_a_place_and_who_has_left_is_behind_the_others() -> None:
    level = [made_up(0, "bac", (5, 5, 1), (1, 1, 3)), made_up(1, "cab", (1, 5, 5), (3, 1, 1))]
    lines = standings(level, left=("a",)).lines
    assert [(line.rank, line.bot) for line in lines] == [(1, "b"), (2, "c"), (3, "a")]
    lines = standings(level).lines
    assert [(line.rank, line.bot) for line in lines] == [(1, "a"), (1, "b"), (3, "c")]
    assert lines[0].rating == lines[1].rating
    assert [line.rank for line in standings(level).by_rating().lines] == [1, 1, 3]


def test_before_any_strength_is_known_the_rating_gives_the_order() -> None:
    lines = table_of(MATCHES).standings(None).lines
    assert [line.rating.mu for line in lines] == sorted((line.rating.mu for line in lines), reverse=True)
    assert {line.strength for line in lines} == {None}


def test_without_matches_the_table_is_empty() -> None:
    table = standings([])
    assert (table.lines, table.matches, table.seat_scores) == ((), 0, ())


def test_the_standings_do_not_depend_on_the_order_in_which_results_came(tmp_path: Path) -> None:
    tables = []
    for name, order in (("one.db", results()), ("two.db", results()[::-1])):
        with closing(PlayedStore.create(tmp_path / name, league())) as store:
            for result in order:
                store.add([result])
            tables.append(standings(store.matches()))
    assert tables[0] == tables[1]
    assert tables[0].matches == 6
