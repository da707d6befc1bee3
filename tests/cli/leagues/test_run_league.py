"""Tests of `arena standings`, and of `arena run-league` where it plays nothing: for a league that is already played,
and with `--dry-run`, which only describes the league.
"""

import csv
import json
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from arena.league.league_file import read_league
from leaderboards.store import PlayedStore
from leaderboards.store.rows.runs import Run
from leaderboards.store.values.extent import Extent
from tests.cli.conftest import Arena, compare, said
from tests.leaderboards.results import played
from tests.league.leagues import LEAGUE, write_league


def test_a_played_league_is_shown_and_its_files_are_written(arena: Arena, cup: Path) -> None:
    result = arena("run-league", "cup.toml")
    compare("run-league", said(result, cup.parent))
    folder = cup.parent / "results" / "cup"
    assert sorted(path.name for path in folder.iterdir()) == [
        "league.db",
        "standings.csv",
        "standings.json",
        "standings.md",
    ]


def test_json_is_all_there_is_on_standard_output(arena: Arena, cup: Path) -> None:
    result = arena("run-league", "cup.toml", "--json")
    assert result.stdout == (cup.parent / "results" / "cup" / "standings.json").read_text()
    data = json.loads(result.stdout)
    assert data["matches"] == 6
    assert sorted(line["bot"] for line in data["standings"]) == ["ann", "ben", "cid"]
    assert result.stderr.splitlines()[1:3] == ["6 of 6 matches; none played", "results: results/cup"]


def test_a_dry_run_says_how_much_there_is_and_makes_nothing(arena: Arena, tmp_path: Path) -> None:
    write_league(tmp_path, LEAGUE.replace("rounds = 2", 'rounds = 5\nseatings = "all"'), ("ann", "ben", "cid", "dot"))
    result = arena("run-league", "cup.toml", "--dry-run")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "cup: verraeter, edition official, 3 seats, 4 bots\n"
        "5 rounds of 4 tables, each deal played in 6 seatings: 120 matches, 120 of them to play\n"
        "time: unknown until a part of it is played here; interrupt it after a while, and ask again\n"
        "results: results/cup, none yet\n"
        "commitment: "
    )
    assert result.stderr == ""
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(("rounds", "left"), [(2, 0), (7, 15)])
def test_a_dry_run_knows_what_was_played(arena: Arena, cup: Path, rounds: int, left: int) -> None:
    write_league(cup.parent, LEAGUE.replace("rounds = 2", f"rounds = {rounds}"))
    result = arena("run-league", "cup.toml", "--dry-run")
    assert f": {rounds * 3} matches, {left} of them to play\n" in result.stdout


@pytest.mark.parametrize(("workers", "time"), [("1", "0:18 with 1 worker"), ("2", "0:09 with 2 workers")])
def test_a_dry_run_estimates_the_time_from_earlier_runs(
    arena: Arena, cup: Path, monkeypatch: pytest.MonkeyPatch, workers: str, time: str
) -> None:
    monkeypatch.setattr("arena.tournament.outlook.available_cores", lambda: 2)
    with closing(PlayedStore.create("results/cup/league.db", read_league(cup))) as store:
        store.keep_run(Run(1, matches=4, workers=2, in_flight=9, cores=2, elapsed_s=2.0))
        store.keep_run(Run(2, matches=2, workers=1, in_flight=9, cores=2, elapsed_s=2.0))
    write_league(cup.parent, LEAGUE.replace("rounds = 2", "rounds = 8"))
    said = arena("run-league", "cup.toml", "--dry-run", "--workers", workers).stdout
    assert f"18 of them to play\ntime: about {time}, at the pace of its earlier runs\nresults: results/cup\n" in said


def test_a_file_that_asks_for_less_than_was_played_is_refused(arena: Arena, cup: Path) -> None:
    before = arena("standings", "results/cup").stdout
    write_league(cup.parent, LEAGUE.replace("rounds = 2", "rounds = 1"))
    for option in ((), ("--dry-run",)):
        result = arena("run-league", "cup.toml", *option)
        assert result.exit_code == 1
        assert result.stderr.endswith("or give the league another name\n")
    assert arena("standings", "results/cup").stdout == before


def test_a_table_that_is_not_whole_says_so_everywhere(arena: Arena, cup: Path) -> None:
    arena("run-league", "cup.toml")
    with closing(PlayedStore.create("results/cup/league.db", read_league(cup))) as store:
        store.keep_extent(Extent(12, "top 1 apart at 95 %"))
    sentence = "6 of at most 12 matches; not finished, top 1 apart at 95 % not reached"
    for options in ("", "--format md", "--format csv", "--matrix", "--matrix --format json", "--by-seat", "--fairness"):
        assert sentence in arena("standings", "results/cup", *options.split()).stdout


def test_results_can_be_kept_in_another_place(arena: Arena, tmp_path: Path) -> None:
    league = read_league(write_league(tmp_path))
    with closing(PlayedStore.create(tmp_path / "there" / "mine.db", league)) as store:
        store.add(list(played(league)))
    result = arena("run-league", "cup.toml", "--db", "there/mine.db")
    assert result.exit_code == 0
    names = {path.name for path in (tmp_path / "there").iterdir()}
    assert names == {"mine.db", "standings.csv", "standings.json", "standings.md"}
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("path", ["results/cup", "results/cup/league.db"])
def test_standings_are_printed_from_the_file_or_its_folder(arena: Arena, cup: Path, path: str) -> None:
    assert cup.is_file()
    assert arena("standings", path).stdout == arena("run-league", "cup.toml").stdout


def test_standings_can_be_had_in_every_format(arena: Arena, cup: Path) -> None:
    arena("run-league", "cup.toml")
    for ending in ("md", "csv", "json"):
        text = (cup.parent / "results" / "cup" / f"standings.{ending}").read_text()
        assert arena("standings", "results/cup", "--format", ending).stdout == text
    rows = list(csv.DictReader(StringIO(arena("standings", "results/cup", "--format", "csv").stdout)))
    assert sum(float(row["win_share"]) for row in rows) == pytest.approx(1)


def test_standings_of_a_league_that_has_not_begun_have_no_lines(arena: Arena, tmp_path: Path) -> None:
    PlayedStore.create(tmp_path / "league.db", read_league(write_league(tmp_path))).close()
    result = arena("standings", "league.db")
    assert (result.exit_code, result.stdout.split()[:2], len(result.stdout.splitlines())) == (0, ["rank", "bot"], 1)
