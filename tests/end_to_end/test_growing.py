"""Tests of a ladder that a command continues again and again, each time with different bots in the ladder's file: the
played matches remain.
"""

import json
import os
import shutil
import signal
import time
from pathlib import Path
from random import Random

import pytest

from arena.league.growing.next_league import GONE
from leaderboards.pages.files.site import opened, settle
from leaderboards.pages.rendering import html
from leaderboards.pages.site import page_at
from leaderboards.pages.texts import texts
from tests.end_to_end.processes import (
    Ended,
    arena,
    counted,
    records,
    running,
    start,
    stored,
    temporary,
    until,
    write_bot,
)
from tests.suite.sizes import sized

HEAD = 'game = "verraeter"\nseats = 3\nschedule = "ladder"\nmeet_authors = false\nrecall = "process"\n'


def write_cup(folder: Path, blocks: int, *bots: str) -> None:
    """Writes the file of a ladder with this many blocks and these random bots, and writes the bots that do not exist
    yet.
    """
    for name in bots:
        if not (folder / name).exists():
            write_bot(folder, name)
            write_version(folder, name, 1, name)
    entries = "".join(f'[[bots]]\nmanifest = "{name}"\n' for name in bots)
    (folder / "cup.toml").write_text(f"{HEAD}blocks = {blocks}\n{entries}")


def write_version(folder: Path, name: str, version: int, author: str) -> None:
    """Writes a bot's manifest with this version and author. Another version or author changes the bot's content."""
    said = f'name = "{name}"\ncommand = ["{{python}}", "bot.py"]\nversion = "{version}"\nauthor = "{author}"\n'
    (folder / name / "bot.toml").write_text(said)


def lines(folder: Path) -> dict[str, dict[str, object]]:
    """Returns each bot's line in the table that the last run has written, by the bot's name."""
    table = json.loads((folder / "results" / "cup" / "standings.json").read_text())
    return {line["bot"]: line for line in table["standings"]}


def played(folder: Path) -> Ended:
    """Runs the ladder, asserts that the run succeeds, and returns its result."""
    said = arena(folder, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    return said


def test_bots_come_and_go_and_change_and_the_ladder_goes_on(tmp_path: Path) -> None:
    write_cup(tmp_path, 10, "ann", "ben", "cid")
    founded = arena(tmp_path, "run-league", "cup.toml", "--found")
    assert founded.status == 0, founded.err
    write_cup(tmp_path, 10, "ann", "ben", "cid", "dot")
    first = played(tmp_path)
    assert "joins" not in first.err
    assert founded.out.splitlines()[-1] in first.err
    assert "seed" not in first.err
    before = records(tmp_path)

    write_version(tmp_path, "ann", 2, "ann")
    shutil.rmtree(tmp_path / "ben")
    write_cup(tmp_path, 20, "ann", "cid", "dot", "eva")
    dry = arena(tmp_path, "run-league", "cup.toml", "--dry-run")
    assert "3 seats, 4 bots\n20 blocks of a ladder" in dry.out
    assert "60 matches, 30 of them to play" in dry.out
    second = played(tmp_path)
    for move in ("ann leaves", "ben leaves", "ann 2 joins", "eva joins"):
        assert f"\n{move} at block 10\n" in f"\n{second.err}"
    assert "forfeits" not in second.err
    after = records(tmp_path)
    assert after[: len(before)] == before
    assert len(after) == 60
    assert [line for line in first.err.splitlines() if line.startswith("commitment")] == [
        line for line in second.err.splitlines() if line.startswith("commitment")
    ]

    shutil.rmtree(temporary(tmp_path))
    table = lines(tmp_path)
    assert {name for name, line in table.items() if line["left"]} == {"ann", "ben"}
    assert {line["matches"] for name, line in table.items() if name in {"ann", "ben"}} <= {21, 24}
    assert (table["ann"]["version"], table["ann 2"]["version"]) == ("1", "2")
    assert " ann (left) " in arena(tmp_path, "standings", "results/cup").out
    found = arena(tmp_path, "verify", "results/cup")
    assert (found.status, "60 matches played again; standings.md" in found.out) == (0, True), found.out
    assert "seed" not in found.out
    assert arena(tmp_path, "faults", "results/cup", "ben").out == "ben forfeited no match\n"
    assert arena(tmp_path, "replay", "results/cup", "3").status == 0
    # writing all pages as files would double the time of this test
    with opened([str(tmp_path / "results" / "cup")]) as shown:
        settle(shown.find("cup"))
        for address in ("cup/index.html", "cup/pairs.html", "cup/matches/59.html"):
            assert "ann 2" in html(page_at(shown, address), texts("en"), live=False)


def test_whoever_leaves_an_unfinished_round_plays_it_from_its_copy_and_else_forfeits(tmp_path: Path) -> None:
    write_cup(tmp_path, 60, "ann", "ben", "cid", "dot", "eva")
    with running(tmp_path, "cup.toml", "--workers", "1", "--in-flight", "1", matches=2) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    shutil.rmtree(tmp_path / "ann")
    write_cup(tmp_path, 60, "ben", "cid", "dot", "eva")
    with running(tmp_path, "cup.toml", "--workers", "1", "--in-flight", "1", matches=stored(tmp_path) + 2) as process:
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate()
    assert "ann leaves at block" in err
    assert "forfeits" not in err
    shutil.rmtree(temporary(tmp_path))
    last = played(tmp_path)
    told = f"ann forfeits its remaining matches: {GONE}" in last.err
    table = lines(tmp_path)
    assert table["ann"]["left"]
    assert bool(table["ann"]["faults"]) == told
    assert all(not line["faults"] for name, line in table.items() if name != "ann")
    assert arena(tmp_path, "verify", "results/cup").status == 0


STEPS = sized(3, 12)
FIELDS = (("ann", "ben", "cid", "dot"), ("ann", "ben", "cid", "dot", "eva"), ("ben", "cid", "dot", "eva"))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_ladder_killed_while_bots_come_and_go_loses_nothing_and_changes_nothing(tmp_path: Path) -> None:
    rng = Random(14)
    kept: dict[int, object] = {}
    for step in range(STEPS):
        version = 3 * step // STEPS
        write_cup(tmp_path, 20 + 4 * step, *FIELDS[step % len(FIELDS)])
        write_version(tmp_path, "cid", version, "cid")
        process = start(tmp_path, "run-league", "cup.toml", "--workers", "1", "--in-flight", "4")
        there, more = stored(tmp_path), rng.randint(0, 9)
        until(lambda: counted(tmp_path) >= there + more or process.poll() is not None, f"{more} more matches")  # noqa: B023
        time.sleep(rng.uniform(0, 0.4))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if (tmp_path / "results").exists() and stored(tmp_path):
            now = dict(records(tmp_path))
            assert all(now[ordinal] == record for ordinal, record in kept.items())
            kept = now
            assert arena(tmp_path, "verify", "results/cup").status == 0
    blocks = 22 + 4 * STEPS
    write_cup(tmp_path, blocks, *FIELDS[0])
    played(tmp_path)
    now = dict(records(tmp_path))
    assert sorted(now) == list(range(3 * blocks))
    assert all(now[ordinal] == record for ordinal, record in kept.items())
    assert not any(line["faults"] for line in lines(tmp_path).values())
    assert arena(tmp_path, "verify", "results/cup").status == 0
