"""Tests of the moments at which the processes that play ladders are started again."""

import asyncio
import logging
import math
import multiprocessing
import signal
import time
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from arena.ladder.playing import players
from arena.ladder.playing.files import FINALS, LEAGUE_FILE
from arena.ladder.playing.players import AGAIN_S, Players
from arena.sandbox.levels import Level

FILE = Path("cup.toml")


def players_of(folder: Path) -> Players:
    return Players(folder, folder, folder, folder, Level.NONE, "registries")


def test_who_ends_soon_waits_longer_each_time_however_it_ends_and_who_has_played_does_not(tmp_path: Path) -> None:
    one, waits = players_of(tmp_path), []
    for code, lived_s in ((-9, 0), (1, 0), (-9, 0), (-9, 2 * AGAIN_S), (1, 0)):
        one._begun_s[FILE] = time.monotonic() - lived_s
        one._died(FILE, cast("SpawnProcess", SimpleNamespace(exitcode=code, close=lambda: None)))
        waits.append(math.ceil(one._due_s[FILE] - time.monotonic()))
    assert waits == [1, 3, 7, 0, 1]


def test_a_final_of_which_nothing_is_left_is_not_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / FINALS / "cup-final" / LEAGUE_FILE
    file.parent.mkdir(parents=True)
    file.touch()
    started = []

    def start(_: Players, one: Path, __: int) -> object:
        started.append(one)
        return SimpleNamespace(exitcode=0, is_alive=lambda: False, close=lambda: None)

    monkeypatch.setattr(Players, "_started", start)
    one = players_of(tmp_path)
    for _ in range(3):
        one._see_to()
    assert (started, one._running) == ([file], {})


@pytest.mark.parametrize("code", [1, -9])
def test_a_final_whose_process_failed_is_played_on(tmp_path: Path, code: int) -> None:
    one, file = players_of(tmp_path), tmp_path / FINALS / "cup-final" / LEAGUE_FILE
    one._begun_s[file] = time.monotonic()
    one._died(file, cast("SpawnProcess", SimpleNamespace(exitcode=code, close=lambda: None)))
    assert (one._played, {*one._due_s}) == (set(), {file})


def test_a_process_that_does_not_end_when_it_is_told_to_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "PATIENCE_S", 0.1)
    one, process = players_of(tmp_path), multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
    one._running[FILE] = process
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the child process inherits it, and so ignores SIGTERM
    process.start()
    signal.signal(signal.SIGTERM, before)
    try:
        one._end()
        process.join(10)
        assert process.exitcode == -signal.SIGKILL
    finally:
        process.kill()


def test_nothing_ends_playing_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks = []

    def look(_: Players) -> None:
        looks.append(1)
        raise (OSError(28, "full") if len(looks) == 1 else RuntimeError("unforeseen"))

    monkeypatch.setattr(players, "LOOK_S", 0.0)
    monkeypatch.setattr(Players, "_look", look)

    async def three() -> None:
        running = asyncio.create_task(players_of(tmp_path).run())
        while True:
            await asyncio.sleep(0.01)
            if len(looks) >= 3 or running.done():
                break
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    with caplog.at_level(logging.WARNING):
        asyncio.run(three())
    assert "full" in caplog.text
    assert "unforeseen" in caplog.text
