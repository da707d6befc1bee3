"""Tests of `arena build`, and of leagues in which the build of a bot fails."""

import shutil
from pathlib import Path

import pytest

from arena.building import building
from tests.building.built_bots import COUNTING, write_built_bot
from tests.cli.conftest import Arena
from tests.end_to_end.processes import RANDOM_BOT
from tests.league.leagues import LEAGUE, bot_entries, write_bot


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "CACHE", tmp_path / "cache")


def test_bots_are_built_and_named(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING)
    write_bot(tmp_path, "ben")
    for said in ("building ann: sh build.sh\n", ""):
        result = arena("build", "ann", "ben")
        assert (result.exit_code, result.stdout, result.stderr) == (0, "ann: ready\nben: ready\n", said)


def test_one_failure_does_not_keep_the_others_from_being_built(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, "echo no such type; exit 1")
    write_built_bot(tmp_path, COUNTING, name="ben")
    result = arena("build", "ann", "ben")
    assert result.exit_code == 1
    assert result.stdout == "ben: ready\n"
    assert "Error: the build of ann failed, exit status 1: sh build.sh  [build-failed]\nno such type\n" in result.stderr
    assert f"\nHint: run this command in {tmp_path / 'ann'} and fix what fails" in result.stderr


def test_the_copies_of_a_league_are_built_and_played_from(arena: Arena, tmp_path: Path) -> None:
    script = "echo built >> %s; cp bot.py program" % (tmp_path / "builds")
    manifest = write_built_bot(tmp_path, script)
    manifest.write_text(manifest.read_text().replace('["./program"]', '["{python}", "program"]'))
    shutil.copy(RANDOM_BOT, tmp_path / "ann" / "bot.py")
    (tmp_path / "cup.toml").write_text(LEAGUE + bot_entries("ann", "random", "banker"))
    result = arena("build", "--league", "cup.toml")
    assert (result.exit_code, result.stdout) == (0, "ann: ready\nbanker: ready\nrandom: ready\n")
    assert not (tmp_path / "results").exists()
    assert arena("run-league", "cup.toml", "--workers", "1").exit_code == 0
    assert (tmp_path / "builds").read_text() == "built\n"


def test_a_league_with_a_bot_that_does_not_build_is_not_ready(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, "echo no such type; exit 1")
    (tmp_path / "cup.toml").write_text(LEAGUE + bot_entries("ann", "random", "banker"))
    result = arena("build", "--league", "cup.toml")
    assert (result.exit_code, result.stdout) == (1, "banker: ready\nrandom: ready\n")
    assert "the build of ann failed, exit status 1: sh build.sh\nno such type\n" in result.stderr


def test_bots_or_a_league_are_built(arena: Arena) -> None:
    assert arena("build", "ann", "--league", "cup.toml").exit_code == 2


def test_a_bot_that_does_not_build_forfeits_and_the_others_play(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, "echo no such type; exit 1")
    (tmp_path / "cup.toml").write_text(LEAGUE + bot_entries("ann", "random", "banker"))
    result = arena("run-league", "cup.toml", "--workers", "1")
    assert result.exit_code == 0
    assert "the build of ann failed, exit status 1: sh build.sh\nno such type\nann forfeits" in result.stderr
    assert "ann forfeited 6 of 6 matches" in result.stdout
    assert "ann was withdrawn before its start: the build of ann failed, exit status 1" in result.stderr
    assert "random forfeited" not in result.stdout
    shown = arena("replay", "results/cup/league.db", "0")
    assert "no such type" in shown.stdout


def test_a_league_does_not_begin_without_a_tool_that_a_bot_needs(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    (tmp_path / "cup.toml").write_text(LEAGUE + bot_entries("ann", "random", "banker"))
    result = arena("run-league", "cup.toml")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: the bot ann needs no-such-tool, which this machine does not have  [no-build-tool]\n"
        "Hint: install no-such-tool, or leave the bot out; if its entry in a league file has optional = true, the "
        "league leaves the bot out where its programs are missing\n"
    )
    assert not (tmp_path / "results").exists()


def test_a_league_says_who_is_left_out(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    (tmp_path / "cup.toml").write_text(LEAGUE + bot_entries("random", "banker", "greedy", "ann") + "optional = true\n")
    result = arena("run-league", "cup.toml", "--dry-run")
    assert result.stderr == "ann is left out: it needs no-such-tool\n"
    assert "3 bots" in result.stdout
