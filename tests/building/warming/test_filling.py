"""Tests of filling warm homes: the build of a language's starter bot fills a home, and each build in a sandbox begins
with a copy of it.
"""

import socket
import tarfile
import threading
from pathlib import Path

import pytest

from arena.building.building import build_copy
from arena.building.builds.build_limits import REGISTRIES, Terms
from arena.building.house import STARTER
from arena.sandbox.levels import Level
from tests.building.warming.homes import (
    FETCHED,
    LANGUAGE,
    LOOKING,
    MADE,
    ONCE,
    change_starter,
    found,
    write_bot,
)
from tests.sandbox.boxes import LEVELS, boxed


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
    with socket.create_server(("127.0.0.1", 0)) as server:
        listening = f'grep -q ":{server.getsockname()[1]:04X} 00000000:0000 0A" /proc/net/tcp'
        change_starter(house, f"mkdir $HOME/kept; {listening} && touch $HOME/kept/reached; {MADE}")
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
