"""Fixtures that call the commands in this process, in a temporary folder with or without results."""

import gc
import os
import re
import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result

from arena.cli.main import main
from arena.league.league_file import read_league
from leaderboards.store import PlayedStore
from tests.leaderboards.results import played
from tests.league.leagues import unconfined, write_league

SNAPSHOTS: Final = Path(__file__).parent / "snapshots"
Arena = Callable[..., Result]


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """Returns a function that calls `arena` with its arguments in the folder `tmp_path`. Bots are not confined unless
    the arguments choose a sandbox.
    """
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        gc.disable()  # gRPC prints a traceback when a call that an earlier command left open is collected
        interrupt = signal.getsignal(signal.SIGINT)
        try:
            return CliRunner().invoke(main, unconfined(arguments), prog_name="arena", terminal_width=80)
        finally:
            gc.enable()
            signal.signal(signal.SIGINT, interrupt)  # `arena stdio` changes it, which would end pytest

    return call


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Returns the file of a small league that has been played. The results are in results/cup/league.db in the same
    folder.
    """
    path = write_league(tmp_path)
    league = read_league(path)
    with closing(PlayedStore.create(tmp_path / "results" / "cup" / "league.db", league)) as store:
        store.add(list(played(league)))
    return path


def compare(name: str, text: str) -> None:
    """Asserts that a text equals the snapshot with this name. If the environment has UPDATE_SNAPSHOTS=1, writes the
    snapshot first.
    """
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(text, "utf-8")
    expected = path.read_text("utf-8") if path.exists() else "(no snapshot; set UPDATE_SNAPSHOTS=1 to write it)"
    assert text == expected


def said(result: Result, folder: Path) -> str:
    """Returns the output, the error output and the exit status of a command as one text that is the same on every
    machine.

    Each hash is replaced by HASH, because the hashes in the output change with the rules of games and the format of
    records.
    """
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    text = f"{result.stdout}--- standard error\n{result.stderr}--- status {result.exit_code}\n"
    return re.sub(r"\b(?:[0-9a-f]{32}){1,2}\b", "HASH", text.replace(str(folder), "FOLDER"))
