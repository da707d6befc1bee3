"""A build in a box begins with a copy of what the house's starter of its language has left in a home."""

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.archives.entries import Bounds
from arena.errors import ArenaError
from arena.league import warming
from arena.league.building import build_copy
from arena.league.builds.command import Ending
from arena.league.builds.terms import NO_NETWORK, Terms
from arena.league.files import manifest as manifests
from arena.league.files.manifest import STARTER, Manifest, read_manifest
from arena.league.warming import AGAIN_S, FRESH_S
from arena.sandbox.levels import Level
from tests.league.builds.built_bots import write_built_bot
from tests.sandbox.boxes import LEVELS, boxed

LANGUAGE: Final = "go"
MADE: Final = "touch program; chmod +x program"
FETCHED: Final = f"mkdir $HOME/kept; echo fetched > $HOME/kept/package; {MADE}"
"""The build of a starter."""
LOOKING: Final = f"ls $HOME/kept > found; touch $HOME/kept/poison; {MADE}"
"""That of a bot, which says in its copy what it found."""


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of a house are that has one language."""
    house = tmp_path / "house"
    for module in (warming, manifests):
        monkeypatch.setattr(module, "house_bots", lambda: house)
    (house / LANGUAGE).mkdir(parents=True)
    write_built_bot(house / LANGUAGE, FETCHED, f'language = "{LANGUAGE}"', STARTER)
    return house


def change_starter(house: Path, script: str) -> None:
    """Has the starter built otherwise."""
    (house / LANGUAGE / STARTER / "build.sh").write_text(script)


def write_bot(folder: Path, name: str, script: str = LOOKING, language: str = LANGUAGE) -> Manifest:
    manifest = write_built_bot(folder, script, f'language = "{language}"', name)
    (manifest.parent / ".gitignore").write_text("program\nfound\n")
    return read_manifest(manifest)


def found(bot: Manifest, level: Level = Level.BOXED) -> tuple[str, list[str]]:
    """What its build finds in its home, and what is told meanwhile."""
    told: list[str] = []
    there = build_copy(bot, told.append, Terms.at(level, NO_NETWORK))
    return (there.folder / "found").read_text(), told


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "homes").glob("*.tar"))


def make_older(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds, time.time() - seconds))


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_starter_has_left_is_there_and_what_another_bot_has_left_is_not(tmp_path: Path, level: Level) -> None:
    for name, told in (("ann", ["once for all bots in go: sh build.sh"]), ("ben", [])):
        assert found(write_bot(tmp_path, name), level) == ("package\n", [*told, f"building {name}: sh build.sh"])
    assert [path.suffix for path in (tmp_path / "cache" / "homes").iterdir() if path.is_dir()] == []


@boxed
def test_it_is_filled_anew_when_the_starter_has_changed_or_it_is_old(tmp_path: Path, house: Path) -> None:
    assert found(write_bot(tmp_path, "ann"))[0] == "package\n"
    [first] = kept(tmp_path)
    change_starter(house, FETCHED.replace("package", "newer"))
    assert found(write_bot(tmp_path, "ben"))[0] == "newer\n"
    [second] = kept(tmp_path)
    assert first != second
    make_older(second, FRESH_S + 1)
    assert len(found(write_bot(tmp_path, "cid"))[1]) == 2
    assert kept(tmp_path) == [second]
    assert found(write_bot(tmp_path, "dan")) == ("newer\n", ["building dan: sh build.sh"])


@boxed
@pytest.mark.parametrize("script", ["exit 1", "head -c 9000000 /dev/zero > $HOME/zeros"])
def test_where_it_cannot_be_filled_bots_are_built_without_and_it_is_tried_again_later(
    tmp_path: Path, house: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr("arena.league.builds.boxed.BOUNDS", Bounds(megabytes=8))
    change_starter(house, script)
    for name, told in (("ann", 2), ("ben", 1)):
        result = found(write_bot(tmp_path, name))
        assert (result[0], len(result[1])) == ("", told)
    assert kept(tmp_path) == []
    [failure] = (tmp_path / "cache" / "homes").glob("*.log")
    make_older(failure, AGAIN_S + 1)
    assert len(found(write_bot(tmp_path, "cid"))[1]) == 2


@boxed
def test_what_was_compiled_with_other_flags_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, flags, sentences in (("ann", "-O2", 2), ("ben", "-O2", 1), ("cid", "-O0", 2)):
        monkeypatch.setenv("CFLAGS", flags)
        assert len(found(write_bot(tmp_path, name))[1]) == sentences


@boxed
def test_one_that_is_old_is_better_than_none(tmp_path: Path, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change_starter(house, f'test "$TZ" != offline || exit; {FETCHED}')
    assert found(write_bot(tmp_path, "ann"))[0] == "package\n"
    [home] = kept(tmp_path)
    make_older(home, FRESH_S + 1)
    monkeypatch.setenv("TZ", "offline")
    assert found(write_bot(tmp_path, "ben"))[0] == "package\n"


@boxed
def test_a_bot_of_the_house_takes_what_there_is_and_waits_for_none(tmp_path: Path, house: Path) -> None:
    assert found(write_bot(house / LANGUAGE, "first")) == ("", ["building first: sh build.sh"])
    assert found(write_bot(tmp_path, "ann"))[0] == "package\n"
    assert found(write_bot(house / LANGUAGE, "second"))[0] == "package\n"


@boxed
def test_there_is_none_for_other_languages_nor_where_tools_are_missing(tmp_path: Path, house: Path) -> None:
    assert found(write_bot(tmp_path, "ann", language="cobol")) == ("", ["building ann: sh build.sh"])
    manifest = house / LANGUAGE / STARTER / "bot.toml"
    manifest.write_text(f'{manifest.read_text()}\nneeds = ["no-such-tool"]\n')
    assert found(write_bot(tmp_path, "ben")) == ("", ["building ben: sh build.sh"])


def test_a_build_that_nothing_confines_begins_with_an_empty_home(tmp_path: Path) -> None:
    there = build_copy(write_bot(tmp_path, "ann"))
    assert (there.folder / "found").read_text() == ""
    assert kept(tmp_path) == []


@boxed
def test_who_is_ended_while_it_is_filled_leaves_nothing_and_it_is_tried_again(tmp_path: Path, house: Path) -> None:
    ending = Ending()
    ending.end()
    bot = write_bot(tmp_path, "ann")
    with pytest.raises(ArenaError):
        build_copy(bot, terms=replace(Terms.at(Level.BOXED), ending=ending))
    assert {path.suffix for path in (tmp_path / "cache" / "homes").iterdir()} == {".lock"}
    assert found(bot)[0] == "package\n"
