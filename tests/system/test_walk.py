"""Tests of an author's usual commands when the parts of Python that Windows lacks are hidden: all matches have the same
results as on Linux.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import psutil
import pytest

from arena.match.record import FaultKind
from leaderboards.store import Store
from tests.installed import arena_command, surroundings
from tests.system.test_importing import HIDING

GOOD: Final = ("random", "greedy", "banker", "mine")
LEAGUE: Final = """
game = "verraeter"
seats = {seats}
rounds = {rounds}
seed = 7
sandbox = "none"
recall = "process"
[clock]
bank_ms = {bank_ms}
startup_ms = 300_000
"""
"""The settings of a league. The start-up limit is long, because a bot may start slowly on a busy machine."""
HIDDEN_BOT: Final = f"""
import sys
sys.path.insert(0, {str(HIDING)!r})
import sitecustomize, runpy
runpy.run_path("bot.py", run_name="__main__")
"""
BAD: Final = {
    "crashes": "raise RuntimeError('no idea')",
    "hangs": "import time; time.sleep(600)",
    "floods": "print('x' * 1_000_000)",
    "leaves": "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(611)'])",
}
"""For each misbehaving bot, the code that it runs in the first turn of each of its processes."""
BAD_BOT: Final = """
from arena.bot import Bot, run

turns = []

class Bad(Bot):
    def choose(self, turn):
        turns.append(turn)
        if len(turns) == 1:
            {does}
        return turn.legal[0]

run(Bad, 1)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new bot and some misbehaving ones; its name has a space and letters outside ASCII."""
    there = tmp_path_factory.mktemp("walk") / "Jörg Öztürk"
    there.mkdir()
    assert ended(there, "init", "mine") == 0
    (there / "mine" / "start.py").write_text(HIDDEN_BOT)
    manifest = (there / "mine" / "bot.toml").read_text()
    (there / "mine" / "bot.toml").write_text(manifest.replace('"bot.py"', '"start.py"'))
    write_bad(there)
    return there


def write_bad(folder: Path) -> None:
    for name, does in BAD.items():
        (folder / name).mkdir()
        (folder / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["{{python}}", "bot.py"]\n')
        (folder / name / "bot.py").write_text(BAD_BOT.format(does=does))


def run(folder: Path, *arguments: str, hidden: bool = True, hides: str = "") -> "subprocess.CompletedProcess[str]":
    """Runs an arena command with a separate folder for temporary files; if `hidden`, hides the parts of Python that
    Windows lacks.

    `hides` names another system whose missing parts are hidden instead, such as "macos".
    """
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    there = surroundings(HOME=folder, TMPDIR=temporary)
    return subprocess.run(
        (*arena_command(), *arguments),
        cwd=folder,
        env=there | ({"PYTHONPATH": str(HIDING), "HIDES": hides} if hidden else {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def ended(folder: Path, *arguments: str) -> int:
    """Runs an arena command and returns its exit status; fails if it shows a traceback."""
    ran = run(folder, *arguments)
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.returncode


def league(folder: Path, name: str, bots: tuple[str, ...], *, seats: int, rounds: int, bank_ms: int) -> Path:
    path = folder / f"{name}.toml"
    text = LEAGUE.format(seats=seats, rounds=rounds, bank_ms=bank_ms)
    path.write_text(text + "".join(f'[[bots]]\nmanifest = "{bot}"\n' for bot in bots))
    return path


def records(folder: Path) -> list[object]:
    with closing(Store.open(folder / "league.db")) as store:
        return [match.record for match in store.matches()]


def faults(folder: Path) -> Iterator[tuple[str, FaultKind, str]]:
    with closing(Store.open(folder / "league.db")) as store:
        for match in store.matches():
            for fault in match.record.faults:
                yield match.record.spec.entrants[fault.seat].name, fault.kind, fault.detail.partition(";")[0]


def test_commands_of_an_author_say_what_they_say_on_linux(folder: Path) -> None:
    for arguments in (
        ("--version",),
        ("list",),
        ("games",),
        ("play", "verraeter", "random", "greedy", "banker", "--seed", "3"),
    ):
        here, there = run(folder, *arguments), run(folder, *arguments, hidden=False)
        assert (here.returncode, here.stdout) == (0, there.stdout), here.stderr
    assert ended(folder, "compare", "mine", "random", "--blocks", "2", "--against", "greedy", "--seats", "3") in {0, 1}


def test_a_bot_that_is_checked_is_ready(folder: Path) -> None:
    checked = run(folder, "check", "mine", "--game", "verraeter")
    assert (checked.returncode, "15 leftovers  pass" in checked.stdout) == (0, True), checked.stdout + checked.stderr


def test_a_league_has_the_records_it_has_on_linux(folder: Path) -> None:
    file = league(folder, "cup", GOOD, seats=4, rounds=4, bank_ms=30_000)
    for place, hidden, hides in (("linux", False, ""), ("windows", True, ""), ("macos", True, "macos")):
        options = ("--workers", "2", "--db", f"{place}/league.db")
        ran = run(folder, "run-league", file.name, *options, hidden=hidden, hides=hides)
        assert ran.returncode == 0, ran.stderr
    assert len(records(folder / "linux")) == 16
    assert records(folder / "linux") == records(folder / "windows") == records(folder / "macos")
    for command in ("standings", "verify", "replay", "faults"):
        assert ended(folder, command, "windows/league.db", *(["1"] if command == "replay" else [])) == 0


def test_bots_that_misbehave_are_told_as_on_linux_and_leave_nothing(folder: Path) -> None:
    file = league(folder, "bad", (*BAD, "random"), seats=4, rounds=1, bank_ms=4_000)
    found = []
    for hidden in (True, False):
        place = folder / f"bad-{hidden}"
        ran = run(folder, "run-league", file.name, "--workers", "1", "--db", f"{place}/league.db", hidden=hidden)
        assert ran.returncode == 0, ran.stderr
        found.append({(name, kind) for name, kind, _ in faults(place)})
        deadline = time.monotonic() + 10
        while left := processes_in(folder):
            assert time.monotonic() < deadline, left
            time.sleep(0.1)
    assert found[0] == found[1]
    assert {name for name, _ in found[0]} == {"crashes", "hangs"}


def processes_in(folder: Path) -> list[psutil.Process]:
    """Returns the running processes that have a working directory below this folder."""
    return [
        process
        for process in psutil.process_iter(["cwd", "status"])
        if process.info["status"] != psutil.STATUS_ZOMBIE and folder in Path(process.info["cwd"] or "/").parents
    ]


@pytest.mark.parametrize(
    "arguments",
    [("serve", "--ladder", "ladder"), ("course", "close", "final"), ("check", "mine", "--sandbox", "boxed")],
)
def test_what_needs_linux_says_so_in_a_sentence(folder: Path, arguments: tuple[str, ...]) -> None:
    refused = run(folder, *arguments)
    assert refused.returncode == 1
    assert "WSL2" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_it_is_hidden_from_the_arena(folder: Path) -> None:
    """Tests that the parts of Python that Windows lacks are really hidden from the arena; otherwise the other tests in
    this file would prove nothing.
    """
    code = "import os, sys; print(sys.platform, hasattr(os, 'fork'))"
    python = Path(arena_command()[0]).with_name("python")
    ran = subprocess.run(
        (str(python), "-c", code),
        env={**os.environ, "PYTHONPATH": str(HIDING)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "hidden False\n"
