"""`arena build`, and what happens to a league when a build fails."""

from pathlib import Path

import pytest

from arena.league import building
from tests.cli.conftest import Arena
from tests.league.builds.built_bots import COUNTING, write_built_bot
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
    assert f"\nHint: run it in {tmp_path / 'ann'} and mend it" in result.stderr


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
        "Error: ann needs no-such-tool, which cannot be found  [no-build-tool]\n"
        "Hint: install what is missing, or leave the bot out, in a league with optional = true\n"
    )
    assert not (tmp_path / "results").exists()


def test_a_league_says_who_is_left_out(arena: Arena, tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    (tmp_path / "cup.toml").write_text(LEAGUE + bot_entries("random", "banker", "greedy", "ann") + "optional = true\n")
    result = arena("run-league", "cup.toml", "--dry-run")
    assert result.stderr == "ann is left out: it needs no-such-tool\n"
    assert "3 bots" in result.stdout
