"""Tests that filling a warm home, or waiting until another build has filled it, can be interrupted. An interruption
does not count as a failure.
"""

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.building import warm_homes
from arena.building.building import build_copy
from arena.building.builds.build_limits import Terms
from arena.building.builds.command import Ending, end_builds
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.program import Prepared
from tests.building.warming.homes import FETCHED, change_starter, found, write_bot
from tests.sandbox.boxes import boxed


@boxed
@pytest.mark.parametrize("begun", [True, False])
def test_a_build_of_the_starter_that_was_interrupted_has_not_failed(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    """Tests that a build of the starter does not count as failed if it was killed. `begun` means that the sandbox was
    already made when the build was killed.
    """
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
    assert list(homes.iterdir()) == []
    assert found(bot)[0] == "package\n"


@boxed
def test_who_is_ended_just_before_it_is_filled_has_not_failed(
    tmp_path: Path, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = Ending()

    def end(*_: object) -> None:
        ending.end()
        raise ArenaError("no-sandbox", "the box could not be made")

    monkeypatch.setattr(warm_homes, "home_of_build", end)
    with pytest.raises(ArenaError):
        build_copy(write_bot(tmp_path, "ann"), terms=replace(Terms.at(Level.BOXED), ending=ending))
    assert not [*homes.glob("*.log")]
