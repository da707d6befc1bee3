"""A box that cannot start a bot is the arena's failure: the match is void, and nobody forfeits."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.match import FaultKind
from arena.sandbox import bubblewrap
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.runtime import python_runtime
from arena.transport import Finished, Host, Launch
from tests.transport.hosting import CALM, GAME, assignment, play, random_bot, run

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap"),
]

THREE = ("first", "second", "third")
FORGED = 'import os, sys\nos.write(2, b"bwrap: Can\'t chdir to /here: No such file or directory\\n")\nsys.exit(1)\n'


def confined(launch: Launch) -> Launch:
    return replace(launch, box=Box(Level.BOXED), readable=tuple(python_runtime()))


def without(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has boxes leave out a folder of this name, as if the arena had forgotten it."""
    real = bubblewrap._shown
    monkeypatch.setattr(bubblewrap, "_shown", lambda path: [] if path.name == folder else real(path))


def test_a_box_without_the_bots_folder_ends_the_host_and_no_match_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    without("random", monkeypatch)
    finished: list[Finished] = []

    async def live() -> None:
        async with Host(GAME, [confined(random_bot(name)) for name in THREE], CALM, 1) as host:
            await host.play([assignment(0, THREE)], finished.append)

    with pytest.raises(ArenaError) as told:
        run(live())
    assert told.value.code == "box-failed"
    assert "its box (sandbox boxed) fails: bwrap: Can't chdir to" in told.value.message
    assert told.value.message.endswith("; the match does not count")
    assert finished == []


def test_a_bot_that_prints_what_a_box_would_forfeits_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FORGED)
    forger = confined(replace(random_bot("first"), folder=tmp_path))
    outcome = play([forger, *(random_bot(name) for name in THREE[1:])], [THREE])
    [fault] = outcome.faults("first")
    assert fault is not None
    assert fault[0] is FaultKind.STARTUP
    assert outcome.faults("second") == outcome.faults("third") == [None]
