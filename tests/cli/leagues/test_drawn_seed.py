"""Tests of leagues with a randomly drawn seed: when the seed is drawn, and when it is published."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from arena.league.identity import commitment
from arena.league.league_file import read_league
from leaderboards.store import Store
from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot
from tests.league.leagues import LEAGUE, bot_entries, write_league

HEAD = LEAGUE.replace("seed = 7\n", "")
STRANGERS = HEAD.replace("none", "auto")
DB = "results/cup/league.db"
RANDOM = """
from random import Random
from arena.bot import Bot, run

class Mine(Bot):
    def __init__(self, start):
        self.random = Random(start.seed)

    def choose(self, turn):
        return self.random.choice(turn.legal)

run(Mine)
"""
NONE_YET = "commitment: none before --found or play draws the seed"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Writes a league file without a seed, and three bots that choose at random; returns the file's path."""
    for name in ("ann", "ben", "cid"):
        write_bot(tmp_path, name, RANDOM)
    return write_league(tmp_path, HEAD)


def seed_in(db: str) -> int:
    with closing(Store.open(db)) as store:
        return int(str(store.identity()["seed"]))


def test_a_dry_run_draws_nothing(arena: Arena, cup: Path) -> None:
    assert arena("run-league", "cup.toml", "--dry-run").stdout.splitlines()[-1] == NONE_YET
    assert not (cup.parent / "results").exists()


def test_a_league_is_founded_once_and_says_its_commitment_before_play(arena: Arena, cup: Path) -> None:
    said = arena("run-league", "cup.toml", "--found").stdout
    assert "results: results/cup, none yet\n" in said
    seed = seed_in(DB)
    assert seed.bit_length() > 64
    league = read_league(cup)
    with closing(Store.open(DB)) as store:
        expected = f"commitment: {commitment(store.resumed(league)).hex()}"
    assert said.splitlines()[-1] == expected
    for again in ("--found", "--dry-run"):
        assert arena("run-league", "cup.toml", again).stdout.splitlines()[-1] == expected
    assert str(seed) not in said
    assert seed_in(DB) == seed


def test_the_seed_is_told_when_the_league_is_over_and_then_gives_the_same_deals(arena: Arena, cup: Path) -> None:
    arena("run-league", "cup.toml", "--found")
    seed, found = seed_in(DB), arena("verify", "results/cup")
    assert str(seed) not in found.stdout
    assert json.loads(arena("verify", "results/cup", "--json").stdout)["seed"] is None
    played = arena("run-league", "cup.toml", "--workers", "1")
    assert played.exit_code == 0
    before, told = played.stderr.split("seal: ")
    assert f"\nseed: {seed}\n" in told
    assert str(seed) not in before
    found = arena("verify", "results/cup")
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (0, f"seed: {seed}")
    assert json.loads(arena("verify", "results/cup", "--json").stdout)["seed"] == str(seed)
    shutil.move("results", "first")
    write_league(cup.parent, f"seed = {seed}\n{HEAD}")
    assert arena("run-league", "cup.toml", "--workers", "1").exit_code == 0
    with closing(Store.open(DB)) as one, closing(Store.open("first/cup")) as two:
        assert [match.record for match in one.matches()] == [match.record for match in two.matches()]


def test_a_league_goes_on_with_its_seed_and_another_one_draws_anew(arena: Arena, cup: Path) -> None:
    assert arena("run-league", "cup.toml", "--workers", "1").exit_code == 0
    seed = seed_in(DB)
    write_league(cup.parent, HEAD.replace("rounds = 2", "rounds = 3"))
    more = arena("run-league", "cup.toml", "--workers", "1")
    assert more.exit_code == 0
    assert "9 matches" in more.stdout
    assert seed_in(DB) == seed
    assert arena("verify", "results/cup").exit_code == 0
    arena("run-league", "cup.toml", "--found", "--db", "other/league.db")
    assert seed_in("other/league.db") != seed


@pytest.mark.parametrize(("there", "here"), [("seed = 7\n", ""), ("", "seed = 7\n")], ids=["given", "drawn"])
def test_a_drawn_seed_and_one_somebody_wrote_are_two_leagues(arena: Arena, cup: Path, there: str, here: str) -> None:
    write_league(cup.parent, there + HEAD)
    assert arena("run-league", "cup.toml", "--found").exit_code == 0
    write_league(cup.parent, here + HEAD)
    for option in ("--found", "--dry-run"):
        refused = arena("run-league", "cup.toml", option)
        assert "differs from this league in seed  [other-league]" in refused.stderr
        assert str(seed_in(DB)) not in refused.output


@pytest.mark.parametrize(
    ("head", "told"),
    [(HEAD, False), (f"seed = 7\n{HEAD}", False), (f"seed = 7\n{STRANGERS}", True), (STRANGERS, False)],
    ids=["drawn", "among friends", "strangers", "strangers and drawn"],
)
def test_where_strangers_play_a_seed_in_the_file_is_told_to_be_known(
    arena: Arena, cup: Path, head: str, told: bool
) -> None:
    write_league(cup.parent, head)
    said = arena("run-league", "cup.toml", "--dry-run").stderr
    assert said.startswith("the league file sets seed, so a bot may know the seed") == told


def test_house_bots_are_no_strangers(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(f"seed = 7\n{STRANGERS}{bot_entries('random', 'greedy', 'banker')}")
    assert arena("run-league", "cup.toml", "--dry-run").stderr == ""
