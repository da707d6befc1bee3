"""Tests of the options of `arena standings`: the strengths of bots, pairs of bots, fairness, and results by seat."""

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from leaderboards.store import PlayedStore
from tests.cli.conftest import Arena
from tests.leaderboards.results import played
from tests.league.leagues import league_of


def test_what_is_behind_a_gap_does_not_count_wherever_a_table_stands(arena: Arena, tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", rounds=3)
    results = list(played(league))
    with closing(PlayedStore.create(tmp_path / "results" / "gap" / "league.db", league)) as store:
        store.add([*results[:4], *results[6:]])
    with closing(PlayedStore.create(tmp_path / "results" / "whole" / "league.db", league)) as store:
        store.add(results[:3])
    more = "4 more are stored and count once all before them are played"
    for option in (
        [],
        ["--format", "md"],
        ["--format", "csv"],
        ["--fairness"],
        ["--by-seat"],
        ["--matrix"],
        ["--pairs"],
    ):
        gap, whole = (arena("standings", f"results/{name}", *option).stdout for name in ("gap", "whole"))
        assert gap.replace(f"; {more}", "") == whole
        assert more in gap
    values = json.loads(arena("standings", "results/gap", "--format", "json").stdout)
    assert (values["matches"], values["further"], {line["matches"] for line in values["standings"]}) == (3, 4, {3})


def test_a_league_of_which_nothing_counts_yet_says_how_much_is_stored(arena: Arena, tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", rounds=3)
    with closing(PlayedStore.create(tmp_path / "results" / "gap" / "league.db", league)) as store:
        store.add(list(played(league))[1:2])
    said = arena("standings", "results/gap").stdout
    assert said.endswith("0 matches; 1 more is stored and counts once all before it are played\n")


def test_strengths_have_an_interval_and_a_tier_and_say_what_they_rest_on(arena: Arena, cup: Path) -> None:
    result = arena("standings", "results/cup")
    heading, *lines = result.stdout.splitlines()
    assert heading.split()[:9] == ["rank", "bot", "version", "Elo", "95", "%", "from", "to", "tier"]
    assert sorted(line.split()[1] for line in lines[:3]) == ["ann", "ben", "cid"]
    assert "Elo after 2 blocks is relative to the field's mean" in result.stdout
    strengths = [int(line.split()[3]) for line in lines[:3]]
    assert strengths == sorted(strengths, reverse=True)
    *lines, _, _, _ = arena("standings", "results/cup", "--method", "trueskill").stdout.splitlines()
    ratings = [float(line.split()[7]) for line in lines[1:4]]
    assert ratings == sorted(ratings, reverse=True)


def test_the_matrix_names_every_bot_in_rows_and_columns_of_each_table(arena: Arena, cup: Path) -> None:
    result = arena("standings", "results/cup", "--matrix")
    assert result.stdout.count("ann") == result.stdout.count("ben") == result.stdout.count("cid") == 6
    assert "points a match by which the row beats the column" in result.stdout


def test_both_can_be_had_as_markdown(arena: Arena, cup: Path) -> None:
    lines = arena("standings", "results/cup", "--method", "plackett-luce", "--format", "md").stdout.splitlines()
    assert lines[0].startswith("| rank | bot | version | Elo | 95 % from | to | tier | TrueSkill |")


@pytest.mark.parametrize("option", [(), ("--matrix",)])
def test_scripts_get_everything_at_once(arena: Arena, cup: Path, option: tuple[str, ...]) -> None:
    values = json.loads(arena("standings", "results/cup", *option, "--format", "json").stdout)
    assert [line["elo"] for line in values["standings"]] == [one["elo"] for one in values["strengths"]]
    assert all({"elo", "low", "high", "always_ahead"} <= pair.keys() for pair in values["comparisons"])
    assert values["matches"] == 6
    assert len(values["strengths"]) == len(values["comparisons"]) == len(values["score_differences"]) == 3


def test_pairs_are_rows_of_csv_with_their_intervals(arena: Arena, cup: Path) -> None:
    rows = [*csv.DictReader(arena("standings", "results/cup", "--matrix", "--format", "csv").stdout.splitlines())]
    assert len(rows) == 3
    assert all(float(row["low"]) <= float(row["elo"]) <= float(row["high"]) for row in rows)
    assert all(float(row["points_low"]) <= float(row["points"]) <= float(row["points_high"]) for row in rows)


def test_pairs_are_told_as_tables_rows_and_values(arena: Arena, cup: Path) -> None:
    said = arena("standings", "results/cup", "--pairs").stdout
    assert said.count("ann") >= 6
    assert "matches the row won, drew and lost against the column" in said
    assert "\n6 matches\nno circle: " in said
    rows = [*csv.DictReader(arena("standings", "results/cup", "--pairs", "--format", "csv").stdout.splitlines())]
    values = json.loads(arena("standings", "results/cup", "--pairs", "--format", "json").stdout)
    assert [int(row["won"]) for row in rows] == [pair["won"] for pair in values["pairs"]]
    assert [int(row["matches"]) for row in rows] == [6, 6, 6]
    assert (values["league"], values["circle"]) == ("6 matches", None)
    assert arena("standings", "results/cup", "--pairs", "--format", "md").stdout.count("\n| --- |") == 3


def test_the_fairness_report_speaks_of_seats_opponents_void_matches_and_every_bot(arena: Arena, cup: Path) -> None:
    said = arena("standings", "results/cup", "--fairness").stdout
    assert said.startswith("6 matches\nseats: points a match by seat, minus the mean of all: ")
    assert "(p = " in said
    for sentence in ("every bot played 6", "every bot had every seat equally often", "every two bots met 6 times"):
        assert sentence in said
    assert "\nno match is void\n" in said
    assert [line.split()[0] for line in said.splitlines() if line.split()[1:3] == ["6", "0"]] == ["ann", "ben", "cid"]


def test_fairness_can_be_had_as_json_and_markdown(arena: Arena, cup: Path) -> None:
    values = json.loads(arena("standings", "results/cup", "--fairness", "--format", "json").stdout)
    assert (values["matches"], values["seats"]["blocks"], len(values["pairs"])) == (6, 2, 3)
    lines = arena("standings", "results/cup", "--fairness", "--format", "md").stdout.splitlines()
    assert any(line.startswith("| bot | matches | time-outs |") for line in lines)


def test_by_seat_every_bot_has_its_score_and_wins_in_every_seat(arena: Arena, cup: Path) -> None:
    heading, *lines, _, league = arena("standings", "results/cup", "--by-seat").stdout.splitlines()
    assert league == "6 matches"
    assert heading.split()[:7] == ["bot", "seat", "0", "score", "seat", "0", "wins"]
    assert [line.split()[0] for line in lines] == ["ann", "ben", "cid"]
    values = json.loads(arena("standings", "results/cup", "--by-seat", "--format", "json").stdout)
    assert [seat["matches"] for seat in values["ann"]] == [2, 2, 2]


@pytest.mark.parametrize("option", ["--fairness", "--by-seat"])
def test_fairness_is_not_written_as_csv(arena: Arena, cup: Path, option: str) -> None:
    result = arena("standings", "results/cup", option, "--format", "csv")
    assert result.exit_code == 1
    assert "[no-format]\nHint: use --format json, or leave --format out to get a table\n" in result.stderr


@pytest.mark.parametrize(
    "options",
    [
        "--matrix --by-seat",
        "--fairness --by-seat",
        "--matrix --fairness",
        "--pairs --matrix",
        "--by-seat --method plackett-luce",
    ],
)
def test_what_only_one_table_could_answer_is_refused(arena: Arena, cup: Path, options: str) -> None:
    result = arena("standings", "results/cup", *options.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "print different tables; give only one of these options" in result.stderr


@pytest.mark.parametrize("options", ["", "--matrix", "--by-seat", "--fairness"])
def test_no_name_is_cut_or_folded(arena: Arena, tmp_path: Path, options: str) -> None:
    names = tuple(f"{letter * 37} {letter}" for letter in "abcd")
    long = league_of(*names)
    with closing(PlayedStore.create(tmp_path / "league.db", long)) as store:
        store.add(list(played(long)))
    lines = arena("standings", "league.db", *options.split()).stdout.splitlines()
    for name in names:
        assert any(name in line for line in lines)
    assert "\u2026" not in "".join(lines)
