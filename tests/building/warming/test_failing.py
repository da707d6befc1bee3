"""Tests that no bot is blamed if a warm home is damaged or cannot be filled, and that the arena later tries again."""

import time
from pathlib import Path

import pytest

from arena.archives.entries import Bounds
from arena.building import building, warm_homes
from arena.building.building import build_copy
from arena.building.builds.build_limits import NO_NETWORK, REGISTRIES, Terms
from arena.building.manifest import read_manifest
from arena.building.warm_homes import AGAIN_S, TIMES
from arena.errors import ArenaError
from arena.sandbox.levels import Level
from tests.building.warming.homes import (
    FAILING,
    LANGUAGE,
    ONCE,
    change_starter,
    code_of,
    found,
    make_older,
    write_bot,
)
from tests.sandbox.boxes import boxed


@boxed
@pytest.mark.parametrize("script", ["echo it was offline; exit 1", "head -c 9000000 /dev/zero > $HOME/zeros"])
def test_where_it_cannot_be_filled_bots_are_built_without_and_it_is_tried_again_later(
    tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr("arena.building.builds.boxed.BOUNDS", Bounds(megabytes=8))
    change_starter(house, script)
    empty, told = found(write_bot(tmp_path, "ann"))
    [failure] = homes.glob("*.log")
    assert (empty, told[0], told[2:]) == ("", ONCE, ["building ann: sh build.sh"])
    assert told[1].startswith("that failed, ")
    assert told[1].endswith(f"; what the build printed is in {failure}")
    assert found(write_bot(tmp_path, "ben")) == ("", ["building ben: sh build.sh"])
    assert [*homes.glob("*.tar")] == []
    make_older(failure, 1)
    assert ONCE in found(write_bot(tmp_path, "cid"))[1]


@boxed
def test_it_is_tried_again_the_later_the_longer_the_failure_took(
    tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for least_s, expected_s in ((AGAIN_S, AGAIN_S), (1.0, TIMES * 0.2)):
        monkeypatch.setattr(warm_homes, "AGAIN_S", least_s)
        change_starter(house, f"sleep 0.2; exit 1 # {least_s}")
        began_s = time.time()
        found(write_bot(tmp_path, f"bot-{least_s:.0f}"))
        [failure] = homes.glob("*.log")
        assert failure.stat().st_mtime >= began_s + expected_s
        failure.unlink()


@boxed
def test_no_room_for_it_is_no_failure_of_a_bot(tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(warm_homes, "home_of_build", full)
    empty, told = found(write_bot(tmp_path, "ann"))
    assert empty == ""
    assert "No space left on device" in told[1]
    assert found(write_bot(tmp_path, "ben"))[1] == ["building ben: sh build.sh"]


@boxed
def test_what_cannot_be_built_without_is_not_its_authors_failure_while_there_is_none(
    tmp_path: Path, offline: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = write_bot(tmp_path, "ann", f"echo too bad; {FAILING}")
    with pytest.raises(ArenaError) as failed:
        build_copy(bot, terms=Terms.at(Level.BOXED, NO_NETWORK))
    sentence, _, output = failed.value.message.partition("\n")
    assert sentence.endswith(
        "exit status 1: sh build.sh; the packages that bots in go need could not be downloaded on this machine"
    )
    assert output == "too bad"
    assert failed.value.hint == (
        f"read in the log {offline} why the download failed, and remove the cause; then delete this log and build "
        "again; if you keep the log, the arena does not repeat the download until at least 10 minutes after the failure"
    )
    monkeypatch.delenv("TZ")
    offline.unlink()
    assert code_of(bot) == ""
    assert code_of(write_bot(tmp_path, "ben", "exit 1")) == "build-failed"


@boxed
def test_nobody_else_is_spared_for_that(tmp_path: Path, house: Path, offline: Path) -> None:
    assert offline.exists()
    assert code_of(write_bot(tmp_path, "ann", FAILING)) == "no-packages"
    assert code_of(write_bot(tmp_path, "ben", FAILING), REGISTRIES) == "build-failed"
    assert code_of(write_bot(tmp_path, "cid", FAILING, "cobol")) == "build-failed"
    assert code_of(write_bot(house / LANGUAGE, "dan", FAILING)) == "build-failed"
    other = write_bot(tmp_path, "eva", FAILING)
    manifest = other.folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"sh"', '"dash"'))
    assert code_of(read_manifest(manifest)) == "build-failed"


@boxed
def test_one_that_is_damaged_or_gone_is_nobodys_failure(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(write_bot(tmp_path, "ann"))
    [home] = homes.glob("*.tar")
    home.chmod(0o600)
    home.write_bytes(b"nothing")
    with pytest.raises(ArenaError, match="no-sandbox"):
        found(write_bot(tmp_path, "ben"))
    monkeypatch.setattr(building, "warm_home", lambda *_: homes / "gone.tar")
    with pytest.raises(ArenaError, match="no-sandbox"):
        found(write_bot(tmp_path, "cid"))
