"""Tests of the copies of bots from which a league is played. The league reports every change of a bot while its copy is
made, and every change of a copy while the league is played.
"""

import signal
from pathlib import Path

import pytest

from tests.end_to_end.processes import (
    RANDOM_BOT,
    arena,
    ended,
    start,
    stored,
    temporary,
    until,
    write_bot,
    write_league,
)
from tests.league.leagues import UNCONFINED
from tests.sandbox.boxes import boxed

SPOILING = """
from pathlib import Path
for rival in Path.cwd().parent.parent.glob("*/ben"):
    rival.chmod(0o755)
    (rival / "__pycache__").mkdir(exist_ok=True)
"""


def test_a_copy_that_is_changed_while_a_league_is_played_is_told_and_does_not_pass(tmp_path: Path) -> None:
    write_bot(tmp_path, "ann", SPOILING + RANDOM_BOT.read_text())
    for name in ("ben", "cid"):
        write_bot(tmp_path, name)
    write_league(tmp_path, 1, "ann", "ben", "cid", head=UNCONFINED)  # in a box, ann could not change the copy of ben
    ended = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert (ended.status, stored(tmp_path)) == (0, 3)
    assert "the copy of ben was changed while ben played from it" in ended.err
    checked = arena(tmp_path, "verify", "results/cup")
    assert checked.status == 1
    assert "run 1, the copy ben played from: expected " in checked.out
    assert "ann played from" not in checked.out
    said = arena(tmp_path, "standings", "results/cup", "--fairness")
    assert "  the copy ben played from was changed meanwhile\n" in said.out
    write_league(tmp_path, 2, "ann", "ben", "cid", head=UNCONFINED)
    again = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert "the copy of ben was changed since it was made, so it is made anew" in again.err


def test_copies_that_are_not_changed_are_made_once_and_pass(tmp_path: Path) -> None:
    for name in ("ann", "ben", "cid"):
        write_bot(tmp_path, name)
    for rounds in (1, 2):
        write_league(tmp_path, rounds, "ann", "ben", "cid")
        ended = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
        assert ended.status == 0
        assert "copy" not in ended.err
    assert arena(tmp_path, "verify", "results/cup").status == 0


@pytest.mark.parametrize("sandbox", ["none", pytest.param("boxed", marks=boxed)])
def test_an_interrupt_ends_a_build_and_all_it_was_given(tmp_path: Path, sandbox: str) -> None:
    write_bot(tmp_path, "ann")
    with (tmp_path / "ann" / "bot.toml").open("a") as manifest:
        manifest.write('build = ["sleep", "600"]\n')
    process = start(tmp_path, "check", "ann", "--sandbox", sandbox)
    beside = ".home" if sandbox == "none" else ".settings"
    until(
        lambda: process.poll() is not None or any(temporary(tmp_path).glob(f"arena-bots-*/*/{beside}")),
        "the build is run",
    )
    process.send_signal(signal.SIGINT)
    said = ended(process)
    assert said.status == 130, said
    assert not list(temporary(tmp_path).glob("arena-bots-*/*/.[a-z]*"))
