"""Tests of the builds of a league: two run at a time, and an interrupt ends them all."""

import os
import signal
import threading
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from arena.building.builds import at_once
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.league.bots import built
from arena.league.league_file import read_league
from tests.building.built_bots import COUNTING, write_built_bot
from tests.end_to_end.processes import until
from tests.league.leagues import write_league
from tests.transport.hosting import running

WAIT = "for _ in $(seq 600); do test -e {wanted} && break; sleep 0.1; done; test -e {wanted}"


def test_two_builds_run_at_once(tmp_path: Path) -> None:
    """Tests that two builds run at once: each waits until the other one is running, so both succeed only together."""
    for name, other in (("ann", "ben"), ("ben", "ann")):
        script = f"touch {tmp_path}/{name}-runs; {WAIT.format(wanted=f'{tmp_path}/{other}-runs')} || exit 1; {COUNTING}"
        write_built_bot(tmp_path, script, name=name)
    told: list[str] = []
    league = built(read_league(write_league(tmp_path)), told.append)
    assert [bot.unfit for bot in league.bots] == ["", "", ""]
    assert sorted(told) == ["building ann: sh build.sh", "building ben: sh build.sh"]


def test_a_bot_is_built_once_though_two_leagues_want_it(tmp_path: Path) -> None:
    script = COUNTING.replace("../builds", f"{tmp_path}/builds")
    write_built_bot(tmp_path, script)
    league = read_league(write_league(tmp_path))
    twice = built(replace(league, bots=league.bots[:1] * 2))
    assert len({bot.folder for bot in twice.bots}) == 1
    assert (tmp_path / "builds").read_text() == "built\n"


def test_after_a_failure_no_other_build_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, begun = threading.Event(), list[Manifest]()
    bots = cast("list[Manifest]", ["ann", "ben", "cid", "dan"])
    monkeypatch.setattr(at_once, "end_builds", ended.set)

    def build(bot: Manifest, _: object) -> Manifest:
        begun.append(bot)
        if bot is bots[0]:
            raise ArenaError("build-failed", "the build of ann failed")
        assert ended.wait(10)
        return bot

    with pytest.raises(ArenaError, match="the build of ann failed"):
        at_once.built_at_once(bots, build, lambda _: None)
    assert {*begun} <= {*bots[:2]}


def test_an_interrupt_while_the_builds_begin_ends_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests an interrupt while the main thread starts the threads of the builds: a build that already runs ends."""
    write_built_bot(tmp_path, f"echo $$ > {tmp_path}/runs; sleep 600", name="ann")
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        if threading.current_thread() is threading.main_thread():
            until(lambda: (tmp_path / "runs").exists() and (tmp_path / "runs").read_text() != "", "the build runs")
            raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        built(read_league(write_league(tmp_path)))
    assert not running(int((tmp_path / "runs").read_text()))


def test_an_interrupt_ends_all_builds(tmp_path: Path) -> None:
    for name in ("ann", "ben", "cid"):
        write_built_bot(tmp_path, f"echo $$ > {tmp_path}/{name}-runs; sleep 600", name=name)
    told: list[str] = []

    def tell(sentence: str) -> None:
        told.append(sentence)
        if len(told) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        built(read_league(write_league(tmp_path)), tell)
    assert sorted(told) == ["building ann: sh build.sh", "building ben: sh build.sh"]
    begun = [int(path.read_text() or 0) for path in tmp_path.glob("*-runs")]
    assert not any(map(running, begun))
