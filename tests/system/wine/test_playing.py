"""Tests of an author's usual commands on Windows: all matches have the same results as on Linux."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.installed import TREE
from tests.system.test_walk import BAD, GOOD, faults, league, records, run
from tests.system.wine.windows import DRIVE_C, Windows, on_wine

pytestmark = on_wine
LINES: Final = """
import json, sys
for line in sys.stdin:
    for turn in json.loads(line).get("batch", {}).get("turns", ()):
        print(json.dumps({"choices": {"turn_ids": [turn["turn_id"]], "actions": [turn["legal"][0]]}}), flush=True)
"""


STARTING: Final = """
import subprocess, sys, time
from arena.system.processes.jobs import SUSPENDED, new_job
job = new_job()
subprocess.Popen([sys.executable, "-c", ""], creationflags=SUSPENDED)
print("started", flush=True)
time.sleep(600)
"""
PATIENCE_S: Final = 120


def linux(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run(folder, *arguments, hidden=False)


def until(look: Callable[[], object], what: object = "") -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not look():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def test_a_bot_is_begun_checked_and_plays(windows: Windows, tmp_path: Path) -> None:
    linux(tmp_path, "init", "mine")
    here, there = (
        {path.name: path.read_bytes() for path in (one / "mine").iterdir() if path.is_file()}
        for one in (tmp_path, windows.folder)
    )
    assert here == there
    assert windows.run("--version").startswith("arena, version")
    assert "15 leftovers  pass" in windows.run("check", "mine")
    played = ("play", "verraeter", "random", "greedy", "banker", "--seed", "3")
    assert windows.run(*played).splitlines()[-3:] == linux(windows.folder, *played).stdout.splitlines()[-3:]


def test_two_versions_are_compared(windows: Windows) -> None:
    compared = ("compare", "mine", "greedy", "--blocks", "2", "--against", "random", "--seats", "3", "--seed", "5")
    here = linux(windows.folder, *compared)
    there = windows.run(*compared, status=here.returncode)
    assert [line for line in there.splitlines() if line in here.stdout.splitlines()][-3:] == (
        here.stdout.splitlines()[-3:]
    )


def test_a_league_has_the_records_it_has_on_linux(windows: Windows) -> None:
    folder = windows.folder
    file = league(folder, "cup", GOOD, seats=4, rounds=10, bank_ms=120_000)
    windows.run("run-league", file.name, "--workers", "2", "--db", "there/league.db")
    assert linux(folder, "run-league", file.name, "--workers", "2", "--db", "here/league.db").returncode == 0
    assert len(records(folder / "there")) == 40
    assert records(folder / "there") == records(folder / "here")
    assert "40 matches played again" in windows.run("verify", "there/league.db")
    for command in (("standings", "there"), ("replay", "there", "1"), ("faults", "there")):
        here = linux(folder, *command).stdout.encode("cp1252", "backslashreplace").decode("cp1252")
        assert windows.run(*command) == here
    replayed = ("playback", "there", "1", "2", "mine")
    assert windows.run(*replayed).splitlines()[1:] == linux(folder, *replayed).stdout.splitlines()


def test_a_program_that_reads_and_prints_lines_plays(windows: Windows) -> None:
    own = windows.folder / "lines"
    own.mkdir()
    (own / "bot.py").write_text(LINES)
    command = '["{python}", "-m", "arena.cli", "stdio", "--", "{python}", "bot.py"]'
    (own / "bot.toml").write_text(f'name = "lines"\ncommand = {command}\n')
    played = ("play", "verraeter", "lines", "greedy", "banker", "--seed", "3")
    there = windows.run(*played)
    assert there.splitlines()[-3:] == linux(windows.folder, *played).stdout.splitlines()[-3:]
    assert "forfeit" not in there


def test_bots_that_misbehave_are_told_as_on_linux_and_leave_nothing(windows: Windows) -> None:
    folder = windows.folder
    assert not windows.left()
    file = league(folder, "bad", (*BAD, "random"), seats=4, rounds=1, bank_ms=10_000)
    windows.run("run-league", file.name, "--workers", "1", "--db", "bad/league.db")
    until(lambda: not windows.left(), windows.left())
    assert linux(folder, "run-league", file.name, "--workers", "1", "--db", "bad-here/league.db").returncode == 0
    there, here = ({(name, kind) for name, kind, _ in faults(folder / place)} for place in ("bad", "bad-here"))
    assert there == here
    assert {name for name, _ in there} == {"crashes", "hangs"}


def test_bots_and_what_they_have_left_end_with_an_arena_that_is_killed(windows: Windows) -> None:
    with windows.running("play", "verraeter", "leaves", "hangs", "random", until="The match begins"):
        until(lambda: any("611" in one for one in windows.left()), windows.left())
        assert len(windows.left()) >= 4
    until(lambda: not windows.left(), windows.left())


def test_a_bot_ends_with_an_arena_that_is_killed_while_it_starts_it(windows: Windows) -> None:
    with windows.start("-c", STARTING) as process:
        assert process.stdout
        assert process.stdout.readline().strip() == b"started"
        assert len(windows.left()) == 2
        process.kill()
    until(lambda: not windows.left(), windows.left())


@pytest.mark.parametrize(
    "arguments",
    [("serve", "--ladder", "ladder"), ("course", "close", "final"), ("check", "mine", "--sandbox", "boxed")],
)
def test_what_needs_linux_says_so_in_a_sentence(windows: Windows, arguments: tuple[str, ...]) -> None:
    said = windows.run(*arguments, status=1)
    assert "this is Windows" in said
    assert "WSL2" in said


def test_a_table_on_a_console_has_its_letters(windows: Windows) -> None:
    """Tests that standings on a Windows console keep all characters: programs write to a console in Unicode, but to
    files in an encoding that lacks many characters.
    """
    file = league(windows.folder, "short", GOOD, seats=4, rounds=1, bank_ms=120_000)
    windows.run("run-league", file.name, "--workers", "1", "--db", "short/league.db")
    assert "\N{INFINITY}" in windows.on_console("standings", "short")


def test_a_game_on_another_drive_is_named_whole(windows: Windows) -> None:
    (DRIVE_C / "high_card.py").write_bytes((TREE / "arena" / "authoring" / "game" / "high_card.py").read_bytes())
    assert "--game C:\\high_card.py" in windows.run("init", "other", "--game", "C:\\high_card.py")


def test_a_game_that_does_not_end_is_interrupted_as_on_linux(windows: Windows) -> None:
    game = (TREE / "arena" / "authoring" / "game" / "high_card.py").read_text()
    head = "def apply(self, state: State, action: int) -> State:\n"
    (windows.folder / "loops.py").write_text(game.replace(head, f"{head}        while state: pass\n"))
    said = windows.run("check-game", "loops.py", status=1)
    assert "apply did not end within 5 s of processor time" in said
