"""A build in a box begins with a copy of what the house's starter of its language has left in a home."""

import os
import socket
import tarfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.archives.entries import Bounds
from arena.errors import ArenaError
from arena.league import building, warming
from arena.league.building import build_copy
from arena.league.builds.command import Ending, end_builds
from arena.league.builds.terms import NO_NETWORK, REGISTRIES, Terms
from arena.league.files import manifest as manifests
from arena.league.files.manifest import STARTER, Manifest, read_manifest
from arena.league.warming import AGAIN_S, FRESH_S, KEPT, TIMES
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.program import Prepared
from tests.league.builds.built_bots import write_built_bot
from tests.sandbox.boxes import LEVELS, boxed
from tests.web.serving import free_port

LANGUAGE: Final = "go"
MADE: Final = "touch program; chmod +x program"
FETCHED: Final = f"mkdir $HOME/kept; echo fetched > $HOME/kept/package; {MADE}"
"""The build of a starter."""
LOOKING: Final = f"ls $HOME/kept > found; touch $HOME/kept/poison; {MADE}"
"""That of a bot, which says in its copy what it found."""
ONCE: Final = "once for all bots in go: sh build.sh"
OFFLINE: Final = f'test "$TZ" != offline || exit; {FETCHED}'
"""The build of a starter that can be had to fail."""


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of a house are that has one language."""
    house = tmp_path / "house"
    for module in (warming, manifests):
        monkeypatch.setattr(module, "house_bots", lambda: house)
    (house / LANGUAGE).mkdir(parents=True)
    write_built_bot(house / LANGUAGE, FETCHED, f'language = "{LANGUAGE}"', STARTER)
    return house


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    """Where what is kept lies."""
    return tmp_path / "cache" / "homes"


def change_starter(house: Path, script: str) -> None:
    """Has the starter built otherwise."""
    (house / LANGUAGE / STARTER / "build.sh").write_text(script)


def write_bot(folder: Path, name: str, script: str = LOOKING, language: str = LANGUAGE) -> Manifest:
    manifest = write_built_bot(folder, script, f'language = "{language}"', name)
    (manifest.parent / ".gitignore").write_text("program\nfound\n")
    return read_manifest(manifest)


def found(bot: Manifest, level: Level = Level.BOXED, network: str = NO_NETWORK) -> tuple[str, list[str]]:
    """What its build finds in its home, and what is told meanwhile."""
    told: list[str] = []
    there = build_copy(bot, told.append, Terms.at(level, network))
    return (there.folder / "found").read_text(), told


def make_older(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds, time.time() - seconds))


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_starter_has_left_is_there_and_what_another_bot_has_left_is_not(
    tmp_path: Path, homes: Path, level: Level
) -> None:
    for name, told in (("ann", [ONCE]), ("ben", [])):
        assert found(write_bot(tmp_path, name), level) == ("package\n", [*told, f"building {name}: sh build.sh"])
    assert sorted(path.suffix for path in homes.iterdir()) == [".lock", ".lock", ".tar"]


@boxed
def test_two_that_need_one_at_once_have_it_filled_once(tmp_path: Path, house: Path) -> None:
    change_starter(house, f"sleep 1; {FETCHED}")
    told: list[str] = []
    bots = [write_bot(tmp_path, name) for name in ("ann", "ben")]
    both = [threading.Thread(target=build_copy, args=(bot, told.append, Terms.at(Level.BOXED))) for bot in bots]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(told) == ["building ann: sh build.sh", "building ben: sh build.sh", ONCE]


@boxed
def test_copies_that_lie_elsewhere_begin_with_the_same(tmp_path: Path) -> None:
    assert found(write_bot(tmp_path, "ann"))[0] == "package\n"
    told: list[str] = []
    build_copy(write_bot(tmp_path, "ben"), told.append, Terms.at(Level.BOXED), tmp_path / "elsewhere")
    assert told == ["building ben: sh build.sh"]


@boxed
def test_the_starter_may_reach_registries_where_bots_may_not(tmp_path: Path, house: Path) -> None:
    port = free_port()
    listening = f'grep -q ":{port:04X} 00000000:0000 0A" /proc/net/tcp'
    change_starter(house, f"mkdir $HOME/kept; {listening} && touch $HOME/kept/reached; {MADE}")
    with socket.create_server(("127.0.0.1", port)):
        bot = write_bot(tmp_path, "ann", f"{LOOKING}; {listening} && echo it reaches >> found; true")
        assert found(bot)[0] == "reached\n"


@boxed
def test_tools_are_told_to_keep_what_they_have_in_the_home_which_is_always_at_the_same_place(tmp_path: Path) -> None:
    script = f"echo $HOME $CARGO_BUILD_BUILD_DIR $npm_config_prefer_offline > found; {MADE}"
    [ann, ben] = [found(write_bot(tmp_path, name, script))[0].split() for name in ("ann", "ben")]
    assert ann == ben
    assert ann[1:] == [f"{ann[0]}/.cargo/build", "true"]


@boxed
def test_settings_are_those_of_today_and_where_packages_come_from_elsewhere_it_is_filled_anew(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    script = f"cat $HOME/.npmrc > found; {MADE}; true"
    settings = tmp_path / ".npmrc"
    for name, text in (("ann", "registry=https://one.example"), ("ben", "registry=https://two.example"), ("cid", "")):
        settings.write_text(text)
        if not text:
            settings.unlink()
        content, told = found(write_bot(tmp_path, name, script))
        assert (content, told[:1]) == (text, [ONCE])
    monkeypatch.setenv("GOPROXY", "https://mirror.example")
    assert ONCE in found(write_bot(tmp_path, "dan"))[1]
    for tar in homes.glob("*.tar"):
        with tarfile.open(tar) as archive:
            assert not [name for name in archive.getnames() if name.endswith(".npmrc")]


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
@pytest.mark.parametrize("script", ["echo it was offline; exit 1", "head -c 9000000 /dev/zero > $HOME/zeros"])
def test_where_it_cannot_be_filled_bots_are_built_without_and_it_is_tried_again_later(
    tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr("arena.league.builds.boxed.BOUNDS", Bounds(megabytes=8))
    change_starter(house, script)
    empty, told = found(write_bot(tmp_path, "ann"))
    [failure] = homes.glob("*.log")
    assert (empty, told[0], told[2:]) == ("", ONCE, ["building ann: sh build.sh"])
    assert told[1].startswith("that failed, ")
    assert told[1].endswith(f"; what it printed is in {failure}")
    assert found(write_bot(tmp_path, "ben")) == ("", ["building ben: sh build.sh"])
    assert [*homes.glob("*.tar")] == []
    make_older(failure, 1)
    assert ONCE in found(write_bot(tmp_path, "cid"))[1]


@boxed
def test_it_is_tried_again_the_later_the_longer_the_failure_took(
    tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for least_s, expected_s in ((AGAIN_S, AGAIN_S), (1.0, TIMES * 0.2)):
        monkeypatch.setattr(warming, "AGAIN_S", least_s)
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

    monkeypatch.setattr(warming, "home_of_build", full)
    empty, told = found(write_bot(tmp_path, "ann"))
    assert empty == ""
    assert "No space left on device" in told[1]
    assert found(write_bot(tmp_path, "ben"))[1] == ["building ben: sh build.sh"]


FAILING: Final = f"test -e $HOME/kept/package || exit 1; {MADE}"
"""A build that needs what the starter has fetched."""


def code_of(bot: Manifest, network: str = NO_NETWORK) -> str:
    """With which error its build ends; empty if it does not fail."""
    try:
        build_copy(bot, terms=Terms.at(Level.BOXED, network))
    except ArenaError as error:
        return error.code
    return ""


@pytest.fixture
def offline(tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is told why no home could be filled."""
    change_starter(house, OFFLINE)
    monkeypatch.setenv("TZ", "offline")
    found(write_bot(tmp_path, "first"))
    [failure] = homes.glob("*.log")
    return failure


@boxed
def test_what_cannot_be_built_without_is_not_its_authors_failure_while_there_is_none(
    tmp_path: Path, offline: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = write_bot(tmp_path, "ann", f"echo too bad; {FAILING}")
    with pytest.raises(ArenaError) as failed:
        build_copy(bot, terms=Terms.at(Level.BOXED, NO_NETWORK))
    sentence, _, output = failed.value.message.partition("\n")
    assert sentence.endswith("exit status 1: sh build.sh; and what bots in go are built on could not be fetched here")
    assert output == "too bad"
    assert failed.value.hint == f"{offline} tells why; mend that, remove the file, and do it again"
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


@boxed
def test_a_bot_of_the_house_waits_for_none_that_it_can_do_without(tmp_path: Path, house: Path) -> None:
    here = house / LANGUAGE
    assert found(write_bot(here, "first"), network=REGISTRIES) == ("", ["building first: sh build.sh"])
    assert found(write_bot(here, "second"))[1] == [ONCE, "building second: sh build.sh"]
    assert found(write_bot(here, "third"), network=REGISTRIES)[0] == "package\n"


@boxed
def test_there_is_none_for_other_languages_nor_where_tools_are_missing(tmp_path: Path, house: Path) -> None:
    assert found(write_bot(tmp_path, "ann", language="cobol")) == ("", ["building ann: sh build.sh"])
    assert found(write_bot(tmp_path, "ben", language="Go"))[0] == "package\n"
    manifest = house / LANGUAGE / STARTER / "bot.toml"
    manifest.write_text(f'{manifest.read_text()}\nneeds = ["no-such-tool"]\n')
    assert found(write_bot(tmp_path, "cid")) == ("", ["building cid: sh build.sh"])


def test_a_build_that_nothing_confines_begins_with_an_empty_home(tmp_path: Path, homes: Path) -> None:
    there = build_copy(write_bot(tmp_path, "ann"))
    assert (there.folder / "found").read_text() == ""
    assert not homes.exists()


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
        with pytest.raises(ArenaError, match=f"{folder} belongs to another user"):
            build_copy(bot, terms=Terms.at(Level.BOXED), cache=tmp_path / "own")
        os.chown(folder, 0, -1)
    build_copy(bot, terms=Terms.at(Level.BOXED), cache=tmp_path / "own")


@pytest.fixture
def strict() -> Iterator[None]:
    """What is made here is for nobody else unless it is said."""
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


@boxed
@pytest.mark.parametrize("begun", [True, False])
def test_a_build_of_the_starter_that_was_interrupted_has_not_failed(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    """Whether there was a box by then, or not."""
    killed = f"{'printf x; ' if begun else ''}kill -9 $$"
    with monkeypatch.context() as patched:
        patched.setattr(Box, "prepared", lambda *_: Prepared(("/bin/sh", "-c", killed), (), tmp_path))
        with pytest.raises(ArenaError):
            build_copy(write_bot(tmp_path, "ann"), terms=Terms.at(Level.BOXED))
    assert not [*homes.glob("*.log")]
    assert found(write_bot(tmp_path, "ben"))[0] == "package\n"


@boxed
def test_who_waits_for_others_to_fill_it_can_be_ended(tmp_path: Path, house: Path) -> None:
    change_starter(house, f"sleep 30; {FETCHED}")
    filling, ending = threading.Event(), Ending()
    ann, ben = (write_bot(tmp_path, name) for name in ("ann", "ben"))
    first = threading.Thread(target=build_copy, args=(ann, lambda _: filling.set(), Terms.at(Level.BOXED)))
    first.start()
    assert filling.wait(20)
    threading.Timer(1.0, ending.end).start()
    began_s = time.monotonic()
    with pytest.raises(ArenaError):
        build_copy(ben, terms=replace(Terms.at(Level.BOXED), ending=ending))
    assert time.monotonic() - began_s < 20
    end_builds()
    first.join()


@boxed
def test_it_takes_no_longer_than_a_build_may(tmp_path: Path, house: Path) -> None:
    change_starter(house, f"sleep 60; {FETCHED}")
    told: list[str] = []
    build_copy(write_bot(tmp_path, "ann"), told.append, replace(Terms.at(Level.BOXED), limit_s=5.0))
    assert told[1].startswith("that failed, it took longer than 5 s; ")


@boxed
def test_who_is_ended_while_it_is_filled_leaves_nothing_and_it_is_tried_again(tmp_path: Path, homes: Path) -> None:
    ending = Ending()
    ending.end()
    bot = write_bot(tmp_path, "ann")
    with pytest.raises(ArenaError):
        build_copy(bot, terms=replace(Terms.at(Level.BOXED), ending=ending))
    assert {path.suffix for path in homes.iterdir()} == {".lock"}
    assert found(bot)[0] == "package\n"


@boxed
def test_who_is_ended_just_before_it_is_filled_has_not_failed(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = Ending()

    def end(*_: object) -> None:
        ending.end()
        raise ArenaError("no-sandbox", "the box could not be made")

    monkeypatch.setattr(warming, "home_of_build", end)
    with pytest.raises(ArenaError):
        build_copy(write_bot(tmp_path, "ann"), terms=replace(Terms.at(Level.BOXED), ending=ending))
    assert not [*homes.glob("*.log")]
