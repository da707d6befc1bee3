"""Tests of commands when standard output is full, closed or not read, standard error is closed, or there is no space
for temporary files.
"""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from arena.cli.command_list import COMMANDS
from arena.league.league_file import read_league
from leaderboards.store import PlayedStore
from tests.end_to_end.processes import PATIENCE_S, random_league, stored
from tests.installed import arena_command, python, surroundings
from tests.leaderboards.results import played
from tests.suite.sizes import latin, sized

ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "list": (),
    "faults": ("results/cup",),
    "run-league": ("cup.toml",),
    "standings": ("results/cup",),
    "results": ("results/cup",),
    "verify": ("results/cup",),
    "compare": (
        "ann",
        "ben",
        "--game",
        "verraeter",
        "--against",
        "cid",
        "--seats",
        "3",
        "--blocks",
        "2",
        "--workers",
        "1",
    ),
    "play": ("verraeter", "ann", "ben", "cid"),
    "replay": ("results/cup", "0"),
    "admin": ("--ladder", "made/ladder", "person", "add", "Ann", "--url", "http://127.0.0.1:8080"),
    "backup": ("--help",),  # backup and restore print only one line
    "restore": ("--help",),
    "login": ("--help",),  # these four commands need a server
    "submit": ("--help",),
    "submissions": ("--help",),
    "remotes": ("--help",),
    "course": ("init", "made"),
    "similarity": ("ann", "ben", "--sources-only"),
    "init": ("made",),
    "games": (),
    "new-game": ("made",),
    "check-game": ("connect-four",),
    "build": ("ann",),
    "check": ("ann",),
    "playback": ("results/cup", "0", "0", "ann"),
    "proto": ("protocol",),
    "sandbox": (),
    "serve": ("--help",),  # without --help, it would serve without end
    "site": ("--help",),  # it writes its messages to stderr only
    "remote": ("--help",),  # without --help, it would connect without end
    "remote-token": ("far.toml", "dora"),
    "stdio": ("--help",),  # it prints no text
}
FEW: Final = ("list", "run-league", "standings", "compare", "course", "build")
"""The commands that `make test` runs with an output that cannot be written; `make test-all` runs all commands.

A few commands suffice, because all commands write through `arena.cli.terminal.streams`. Each has a peculiarity: `list`
writes at once, `run-league` has workers, `standings` uses the library rich, `compare` fails with a special exit status,
`course` is a command group, and `build` writes after a build.
"""
PLAYING: Final = ("run-league", "compare", "play", "similarity", "check", "playback", "build")
"""Commands that create temporary files. `make test` runs these commands without space for temporary files; `make
test-all` runs all commands.
"""
READ: Final = ("list", "standings", "results")
"""The commands that `make test` runs with an output that nobody reads; they must succeed. `make test-all` runs all
commands.
"""
CLOSED: Final = f"standard output cannot be written: {os.strerror(errno.EBADF)}  [no-output]\n"
FULL: Final = f"standard output cannot be written: {os.strerror(errno.ENOSPC)}  [no-output]\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with a played league and with bots that work."""
    folder = tmp_path_factory.mktemp("streams")
    league = read_league(random_league(folder, 2))
    (folder / "far.toml").write_text((folder / "cup.toml").read_text() + '[[bots]]\nremote = "dora"\n')
    with closing(PlayedStore.create(folder / "results" / "cup" / "league.db", league)) as store:
        store.add(list(played(league)))
    return folder


def run(folder: Path, redirected: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the arena from a shell, and returns the result.

    `redirected`: the redirections of the arena's streams, as a shell reads them, such as ">/dev/full".
    """
    return subprocess.run(
        ("sh", "-c", f'exec "$@" {redirected}', "sh", *arena_command(), *arguments),
        cwd=folder,
        env=surroundings(**environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "case"), latin(sized(FEW, tuple(COMMANDS)), [(">/dev/full", FULL), (">&-", CLOSED)])
)
def test_output_that_cannot_be_written_is_told(folder: Path, command: str, case: tuple[str, str]) -> None:
    redirected, sentence = case
    shutil.rmtree(folder / "made", ignore_errors=True)
    ended = run(folder, redirected, command, *ARGUMENTS[command])
    assert ended.returncode == (2 if command == "compare" else 1), ended.stderr
    assert f"Error: {sentence}Hint: " in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Exception" not in ended.stderr


@pytest.mark.parametrize("redirected", ["2>/dev/full", "2>&-"], ids=["full", "closed"])
def test_nobody_need_hear_standard_error(folder: Path, redirected: str) -> None:
    ended = run(folder, redirected, "run-league", "cup.toml")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "mean score by seat" in ended.stdout


def test_all_streams_may_be_closed(folder: Path) -> None:
    before = (folder / "results" / "cup" / "league.db").read_bytes()
    assert run(folder, "<&- >&- 2>&-", "standings", "results/cup").returncode == 1
    assert (folder / "results" / "cup" / "league.db").read_bytes() == before


def unread(folder: Path, *arguments: str, together: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs the arena with its standard output in a pipe that nobody reads any more; with `together`, standard error is
    in this pipe, too.
    """
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(
            (*arena_command(), *arguments),
            cwd=folder,
            env=surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing if together else subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    finally:
        os.close(writing)


@pytest.mark.slow
@pytest.mark.parametrize("command", sized(READ, tuple(COMMANDS)))
def test_a_reader_who_has_enough_is_no_failure(folder: Path, command: str) -> None:
    shutil.rmtree(folder / "made", ignore_errors=True)
    alone = 0 if command in READ else run(folder, "", command, *ARGUMENTS[command]).returncode
    shutil.rmtree(folder / "made", ignore_errors=True)
    ended = unread(folder, command, *ARGUMENTS[command])
    assert ended.returncode == alone, ended.stderr
    assert not any(word in ended.stderr for word in ("Traceback", "BrokenPipe", "Broken pipe", "Exception"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("list", "--help"),
        ("--version",),
        ("games",),
        ("replay", "results/cup", "0"),
        ("faults", "results/cup", "--json"),
    ],
)
def test_nothing_is_said_where_output_is_all_that_was_asked_for(folder: Path, arguments: tuple[str, ...]) -> None:
    ended = unread(folder, *arguments)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_reader_may_leave_after_the_first_line(folder: Path) -> None:
    script = '"$@" 2>&1 | head -1; echo "status ${PIPESTATUS[*]}"'
    ended = subprocess.run(
        ("bash", "-c", script, "bash", *arena_command(), "replay", "results/cup", "0", "--board"),
        cwd=folder,
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.stdout.endswith("\nstatus 0 0\n")
    assert ended.stderr == ""


def test_a_league_whose_reader_has_left_is_played_to_its_end(folder: Path, tmp_path: Path) -> None:
    for name in ("cup.toml", "ann", "ben", "cid"):
        (shutil.copytree if (folder / name).is_dir() else shutil.copy)(folder / name, tmp_path / name)
    ended = unread(tmp_path, "run-league", "cup.toml", "--workers", "1", together=True)
    assert ended.returncode == 0
    assert stored(tmp_path) == 6
    assert (tmp_path / "results" / "cup" / "standings.md").exists()


def test_what_fails_fails_whoever_reads(folder: Path) -> None:
    ended = unread(folder, "standings", "results/none")
    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: ")
    assert unread(folder, "standings", "--nonsense").returncode == 2


def test_letters_that_the_encoding_lacks_are_written_as_escapes(folder: Path) -> None:
    ended = run(folder, "", "standings", "results/cup", PYTHONIOENCODING="ascii")
    assert ended.returncode == 0, ended.stderr
    assert "TrueSkill" in ended.stdout


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """Mounts a disk that has space for only one empty file; yields its folder."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ("mount", "-t", "tmpfs", "-o", "size=64k,nr_inodes=2", "none", folder)
    if not shutil.which("mount") or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes rights this user has not")
    yield folder
    subprocess.run(("umount", folder), check=True)


@pytest.mark.slow
@pytest.mark.parametrize("command", sized(PLAYING, tuple(COMMANDS)))
def test_a_temporary_folder_without_room_is_no_accident(folder: Path, small: Path, command: str) -> None:
    shutil.rmtree(folder / "made", ignore_errors=True)
    shutil.copytree(folder / "ann", folder / "built", dirs_exist_ok=True)
    (folder / "built" / "bot.toml").write_text('name = "built"\nbuild = ["true"]\ncommand = ["{python}", "bot.py"]\n')
    arguments = [argument.replace("ann", "built") for argument in ARGUMENTS[command]]
    ended = run(folder, "", command, *arguments, TMPDIR=str(small))
    assert "Traceback" not in ended.stderr
    assert ended.returncode in {0, 1, 2}
    if ended.returncode and command not in {"check", "compare"}:
        assert "  [" in ended.stderr
        assert "\nHint: " in ended.stderr


def test_what_the_machine_refuses_is_told_in_a_sentence(tmp_path: Path) -> None:
    program = (
        "import os, tempfile\nimport arena.cli.main as m\ntempfile.tempdir = '/nowhere'\nm.main(prog_name='arena')"
    )
    random_league(tmp_path, 1)
    ended = subprocess.run(
        (python(), "-c", program, "compare", "ann", "ben", "--game", "verraeter"),
        cwd=tmp_path,
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(
        "Error: the operating system reports an error: No such file or directory: /nowhere/arena-"
    )
    assert "  [machine]\nHint: " in ended.stderr
