"""Tests of `arena verify`: its output for people and scripts, with correct and with damaged results."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.league.identity import commitment
from arena.league.league_file import read_league
from leaderboards.store import PlayedStore, Store
from tests.cli.conftest import Arena, compare, said

RESULTS = Path("results") / "cup"


@pytest.fixture
def folder(arena: Arena, cup: Path) -> Path:
    """Returns the results folder of a small league that has been played, and writes the league's standings there."""
    assert arena("run-league", "cup.toml").exit_code == 0
    return cup.parent / RESULTS


def spoil(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "league.db")) as connection, connection:
        assert connection.execute(statement).rowcount > 0


def test_results_that_stand_are_told_in_four_lines(arena: Arena, folder: Path, cup: Path) -> None:
    result = arena("verify", "results/cup")
    compare("verify", said(result, cup.parent))
    assert arena("verify", "results/cup/league.db").stdout == result.stdout


def test_failures_are_listed_and_are_an_error(arena: Arena, folder: Path, cup: Path) -> None:
    spoil(folder, "update matches set timing = x'0a030102031203010203' where ordinal = 4")
    (folder / "standings.md").write_text((folder / "standings.md").read_text().replace("ben", "Ben"))
    compare("verify-failures", said(arena("verify", "results/cup"), cup.parent))


def test_times_of_choices_are_none_or_one_for_each_action(arena: Arena, folder: Path, cup: Path) -> None:
    spoil(folder, "update matches set timing = cast(timing || x'1a020102' as blob) where ordinal = 4")
    result = arena("verify", "results/cup")
    assert result.exit_code == 1
    assert re.search(r"times of choices: expected none, or \d+, one for each action; there is 2\n", result.stdout)


def test_what_was_published_can_be_demanded(arena: Arena, folder: Path, cup: Path) -> None:
    told = dict(line.split(": ") for line in arena("verify", "results/cup").stdout.splitlines()[1:])
    assert told["commitment"] == commitment(read_league(cup)).hex()
    assert arena("verify", "results/cup", "--seal", told["seal"].upper()).exit_code == 0
    assert arena("verify", "results/cup", "--commitment", told["commitment"]).exit_code == 0
    for option, other in (("--seal", "commitment"), ("--commitment", "seal")):
        result = arena("verify", "results/cup", option, told[other])
        assert result.exit_code == 1
        assert f"published {option[2:]}: expected {told[other]}; there is {told[option[2:]]}\n" in result.stdout


def test_the_commitment_is_told_before_play_and_the_seal_after_it(arena: Arena, cup: Path) -> None:
    expected = f"commitment: {commitment(read_league(cup)).hex()}"
    assert arena("run-league", "cup.toml", "--dry-run").stdout.splitlines()[-1] == expected
    lines = arena("run-league", "cup.toml").stderr.splitlines()
    with closing(Store.open(cup.parent / RESULTS)) as store:
        assert lines[0] == expected
        assert f"seal: {store.seal().text()}" in lines[1:]


def test_json_has_every_failure(arena: Arena, folder: Path) -> None:
    data = json.loads(arena("verify", "results/cup", "--json").stdout)
    assert list(data) == [
        "league",
        "matches",
        "missing",
        "being_played",
        "commitment",
        "seal",
        "seed",
        "remotes",
        "files",
        "failures",
    ]
    assert (data["league"], data["matches"], data["missing"], data["failures"]) == ("cup", 6, 0, [])
    spoil(folder, "update matches set mark = x'00' where ordinal = 2")
    result = arena("verify", "results/cup", "--json")
    (failure,) = json.loads(result.stdout)["failures"]
    assert result.exit_code == 1
    assert list(failure) == ["ordinal", "id", "part", "expected", "there"]
    assert (failure["ordinal"], failure["part"], failure["there"]) == (2, "mark", "00")


def test_a_league_that_is_not_complete_stands_and_says_what_is_missing(arena: Arena, cup: Path) -> None:
    with closing(Store.open(cup.parent / RESULTS)) as store:
        values, rows = store.values(), list(store.rows())
    (cup.parent / "results").rename(cup.parent / "whole")
    with closing(PlayedStore.create(cup.parent / RESULTS / "league.db", read_league(cup))) as store:
        assert store.values() != values
    assert len(rows) == 6
    result = arena("verify", "results/cup")
    assert result.exit_code == 0
    assert result.stdout.startswith("cup: 0 matches played again; no standings files compared\n")


def test_what_bots_say_cannot_drive_the_terminal(arena: Arena, folder: Path) -> None:
    (folder / "standings.md").write_text("\x1b[2J\n")
    result = arena("verify", "results/cup")
    assert result.exit_code == 1
    assert "\x1b" not in result.stdout
