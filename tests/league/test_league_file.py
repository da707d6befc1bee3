"""Tests of reading a league file: its keys, and the defaults of keys that it leaves out."""

from pathlib import Path

import pytest

from arena.games.registry import shipped_components
from arena.league.league_file import find_league, read_league
from arena.league.playing.confinement import confined
from arena.sandbox.box import Box
from arena.sandbox.limits import Limits
from arena.transport import Clock
from tests.league.leagues import LEAGUE, bot_entries, write_bot, write_league


def test_what_the_file_does_not_say_has_a_default(tmp_path: Path) -> None:
    bots = ("ann", "ben", "cid", "dot")
    league = read_league(write_league(tmp_path, 'game = "verraeter"\nrounds = 2\nseed = 7\n', bots))
    assert league.name == "cup"
    assert league.edition == "official"
    assert league.seats == 4
    assert league.seatings == "square"
    assert league.clock == Clock()
    assert league.components == shipped_components("verraeter")


def test_what_the_file_says_holds(tmp_path: Path) -> None:
    (tmp_path / "points.toml").write_text(shipped_components("verraeter") + "# mine\n")
    head = LEAGUE + 'name = "Final.1"\nedition = "classic"\nseatings = "all"\ncomponents = "points.toml"\n'
    clock = '[clock]\nbank_ms = 5\nincrement_ms = 0\nstartup_ms = 9\ntiming = "strict"\nkeep_times = true\n'
    league = read_league(write_league(tmp_path, head + clock))
    assert (league.name, league.edition, league.seatings) == ("Final.1", "classic", "all")
    assert (league.game, league.seats, league.rounds, league.seed) == ("verraeter", 3, 2, 7)
    assert league.clock == Clock(bank_ms=5, increment_ms=0, startup_ms=9, timing="strict", keep_times=True)
    assert league.components.endswith("# mine\n")


def test_the_limits_of_the_file_hold_at_every_level(tmp_path: Path) -> None:
    limits = "[limits]\nmemory_mb = 2048\nprocesses = 9\n"
    league, sandbox = confined(read_league(write_league(tmp_path, LEAGUE + limits)))
    assert league.box == Box(sandbox.level, Limits(memory_mb=2_048, processes=9))


def test_bots_are_found_by_folder_by_manifest_and_by_house_name(tmp_path: Path) -> None:
    write_bot(tmp_path, "ann")
    write_bot(tmp_path, "ben")
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("ann", "ben/bot.toml", "random"))
    assert [bot.name for bot in read_league(path).bots] == ["ann", "ben", "random"]


def test_the_order_of_the_bots_in_the_file_means_nothing(tmp_path: Path) -> None:
    first = read_league(write_league(tmp_path, bots=("ann", "ben", "cid")))
    second = read_league(write_league(tmp_path, bots=("cid", "ann", "ben")))
    assert first == second
    assert first.identity() == second.identity()


def test_components_are_created_with_the_game_of_the_league(tmp_path: Path) -> None:
    assert read_league(write_league(tmp_path)).create_game().info.key == "verraeter"


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("name", 'name = "other"'),
        ("seed", "seed = 8"),
        ("edition", 'edition = "bsw"'),
        ("seatings", 'seatings = "all"'),
        ("bank_ms", "clock = {bank_ms = 1}"),
        ("increment_ms", "clock = {increment_ms = 1}"),
        ("memory_mb", "limits = {memory_mb = 2048}"),
        ("processes", "limits = {processes = 64}"),
        ("timing", 'clock = {timing = "strict"}'),
        ("components", 'components = "points.toml"'),
    ],
)
def test_what_makes_results_incomparable_makes_another_league(tmp_path: Path, key: str, line: str) -> None:
    (tmp_path / "points.toml").write_text(shipped_components("verraeter") + "# mine\n")
    before = read_league(write_league(tmp_path)).identity()
    head = LEAGUE.replace("seed = 7\n", "") if key == "seed" else LEAGUE
    after = read_league(write_league(tmp_path, head + line + "\n")).identity()
    assert [name for name in {**before, **after} if before.get(name) != after.get(name)] == [key]


@pytest.mark.parametrize("line", ["rounds = 3", "clock = {startup_ms = 1, keep_times = true}"])
def test_more_rounds_and_more_patience_make_the_same_league(tmp_path: Path, line: str) -> None:
    before = read_league(write_league(tmp_path)).identity()
    head = LEAGUE.replace("rounds = 2\n", "") if "rounds" in line else LEAGUE
    assert read_league(write_league(tmp_path, head + line + "\n")).identity() == before


def test_a_changed_bot_makes_another_league(tmp_path: Path) -> None:
    path = write_league(tmp_path)
    before = read_league(path).identity()
    (tmp_path / "ben" / "bot.py").write_text("print('better')\n")
    assert read_league(path).identity() != before


def test_without_a_file_it_is_the_house_league_which_needs_python_alone() -> None:
    league = read_league(find_league(None))
    assert league.name == "house"
    assert [bot.name for bot in league.bots] == ["banker", "greedy", "montecarlo", "random"]
    assert {bot.command[0] for bot in league.bots} == {"{python}"}
    assert not any(bot.build for bot in league.bots)


def test_the_other_leagues_that_come_with_the_arena_have_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("languages", "hetverraad"):
        assert read_league(find_league(Path(name))).name == name
    for reference in ("other", "up/languages", "languages.toml"):
        assert find_league(Path(reference)) == Path(reference)


def test_a_file_of_the_persons_own_comes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("house", "languages"):
        Path(name).touch()
    assert find_league(Path("languages")) == Path("languages")
    assert find_league(None).name == "house-league.toml"
