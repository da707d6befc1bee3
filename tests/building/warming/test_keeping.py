"""Tests of how long a warm home is kept, which builds may use it, and which users may read it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.building.building import build_copy
from arena.building.builds.build_limits import Terms
from arena.building.warm_homes import FRESH_S, KEPT
from arena.errors import ArenaError
from arena.sandbox.levels import Level
from tests.building.warming.homes import (
    FETCHED,
    OFFLINE,
    ONCE,
    change_starter,
    code_of,
    found,
    make_older,
    write_bot,
)
from tests.sandbox.boxes import boxed


@boxed
def test_it_is_filled_anew_when_the_starter_has_changed_or_it_is_old(tmp_path: Path, house: Path, homes: Path) -> None:
    assert found(write_bot(tmp_path, "ann"))[0] == "package\n"
    [first] = homes.glob("*.tar")
    change_starter(house, FETCHED.replace("package", "newer"))
    assert found(write_bot(tmp_path, "ben"))[0] == "newer\n"
    [second] = {*homes.glob("*.tar")} - {first}
    make_older(second, FRESH_S + 1)
    assert ONCE in found(write_bot(tmp_path, "cid"))[1]
    assert found(write_bot(tmp_path, "dan")) == ("newer\n", ["building dan: sh build.sh"])


@boxed
def test_what_was_compiled_with_other_flags_is_not_taken_and_two_that_take_turns_keep_what_they_have(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds = (("ann", "-O2", 1), ("ben", "-O0", 1), ("cid", "-O2", 0), ("dan", "-O0", 0), ("eva", "-O1", 1))
    for name, flags, fills in builds:
        monkeypatch.setenv("CFLAGS", flags)
        monkeypatch.setenv("MAKEFLAGS", name)
        assert found(write_bot(tmp_path, name))[1].count(ONCE) == fills
    assert len([*homes.glob("*.tar")]) == KEPT


@boxed
def test_old_ones_are_taken_where_no_other_can_be_had_and_who_fails_with_one_has_failed(
    tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_starter(house, OFFLINE)
    assert found(write_bot(tmp_path, "ann"))[0] == "package\n"
    [home] = homes.glob("*.tar")
    make_older(home, FRESH_S + 1)
    monkeypatch.setenv("TZ", "offline")
    assert found(write_bot(tmp_path, "ben"))[0] == "package\n"
    assert code_of(write_bot(tmp_path, "cid", "exit 1")) == "build-failed"


@boxed
def test_nobody_else_can_look_in(tmp_path: Path, homes: Path) -> None:
    found(write_bot(tmp_path, "ann"))
    assert {oct(folder.stat().st_mode & 0o777) for folder in (homes, homes.parent)} == {oct(0o700)}


@boxed
@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives a folder to somebody else")
def test_what_others_have_put_there_is_not_taken(tmp_path: Path, homes: Path) -> None:
    found(write_bot(tmp_path, "ann"))
    bot = write_bot(tmp_path, "ben")
    for folder in (homes.parent, homes):
        os.chown(folder, 12_345, -1)
        with pytest.raises(ArenaError, match=f"{folder} for built bots belongs to another user"):
            build_copy(bot, terms=Terms.at(Level.BOXED), cache=tmp_path / "own")
        os.chown(folder, 0, -1)
    build_copy(bot, terms=Terms.at(Level.BOXED), cache=tmp_path / "own")


@pytest.fixture
def strict() -> Iterator[None]:
    """Sets a strict umask during the test: other users may not read a new file unless the arena changes its mode."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@boxed
@pytest.mark.usefixtures("strict")
def test_a_box_may_read_it_whatever_is_usual_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".cargo").mkdir()
    (tmp_path / ".cargo" / "config.toml").touch()
    for name in ("ann", "ben"):
        assert found(write_bot(tmp_path, name))[0] == "package\n"
