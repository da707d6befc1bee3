"""Tests of the stored data of a table: a record that can be verified, and a journal in which every change is
noticed.
"""

import json
import os
import random
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.errors import ArenaError
from arena.tables.bots import Bots
from arena.tables.journal import MARK_BYTES, Journal, read
from arena.tables.service import Limits, TableService
from tests.installed import arena_command, surroundings
from tests.tables.journals import copy, finished
from tests.tables.people import Person, play
from tests.web.serving import get, serving


def verify(place: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["verify", str(place)])
    return result.exit_code, result.output


def test_verify_plays_finished_matches_again(kept: Path) -> None:
    status, output = verify(kept)
    assert status == 0
    assert "1 finished matches of 2 tables played again" in output
    assert verify(finished(kept))[0] == 0


def changed(kept: Path, folder: Path, event: str, **values: object) -> Path:
    """Copies the journal of a finished match to the new folder `folder`, and returns this folder.

    In the copy, all events of the kind `event` have these values. The mark (a hash) of each line is valid.
    """
    folder.mkdir()
    path = finished(kept)
    copy(path, folder, event, **values).close()
    return folder


@pytest.mark.parametrize(
    ("event", "values", "part"),
    [
        ("taken", {"action": 0}, "actions"),
        ("opened", {"deal": "00" * 16}, "spec"),
        ("began", {"entrants": [["x", "0", "00" * 16]] * 3}, "spec"),
        ("finished", {"record": "ff"}, "journal"),
        ("opened", {"id": "other"}, "id"),
        ("opened", {"terms": {}}, "journal"),
    ],
)
def test_what_a_forger_writes_fits_nothing(
    kept: Path, tmp_path: Path, event: str, values: dict[str, object], part: str
) -> None:
    status, output = verify(changed(kept, tmp_path / "forged", event, **values))
    assert status == 1
    assert f": {part}: expected" in output
    assert "not-verified" in output


@pytest.mark.parametrize("at", [0.1, 0.5, 0.9])
def test_a_changed_byte_is_noticed_and_the_others_are_read(kept: Path, tmp_path: Path, at: float) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    for path in kept.glob("*.jsonl"):
        (folder / path.name).write_bytes(path.read_bytes())
    path = finished(folder)
    data = bytearray(path.read_bytes())
    data[int(len(data) * at)] ^= 1
    path.write_bytes(data)
    assert "was changed after it was written" in verify(folder)[1]
    with serving(table_service=TableService(folder, Bots())) as server:
        text = get(f"{server}/tables").text
        assert "was changed after it was written" in text
        assert len(re.findall(r"href=\"tables/[0-9a-f]{12}[\"/]", text)) == 1


@pytest.mark.parametrize("what", ["unreadable", "deep"])
def test_whatever_lies_in_the_folder_the_others_are_read(kept: Path, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    path = folder / "0123456789ab.jsonl"
    if what == "unreadable":
        path.symlink_to("/proc/self/mem")
    else:
        text = b'{"event":"opened","x":' + b"[" * 99_999 + b"]" * 99_999 + b"}"
        path.write_bytes(text + b"\t" + blake2b(text, digest_size=MARK_BYTES).hexdigest().encode() + b"\n")
    (folder / finished(kept).name).write_bytes(finished(kept).read_bytes())
    status, output = verify(folder)
    assert status == 1
    assert f"the table in {path} is damaged" in output
    assert "1 finished matches of 2 tables" in output
    with serving(table_service=TableService(folder, Bots())) as server:
        text_of_page = get(f"{server}/tables").text
        assert f"The table in {path} is damaged" in text_of_page
        assert finished(kept).stem in text_of_page


def test_half_a_line_was_told_to_nobody(kept: Path, tmp_path: Path) -> None:
    whole = finished(kept).read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in (1, 10, len(lines[-1]) - 1):
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(whole[:-cut])
        journal, events = Journal.reopen(path)
        journal.close()
        assert len(events) == len(lines) - 1
        assert path.read_bytes() == b"".join(lines[:-1])


def test_a_table_whose_first_line_was_not_written_was_told_to_nobody(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "000000000000.jsonl").write_bytes(b"")
    (folder / "000000000001.jsonl").write_bytes(finished(kept).read_bytes()[:50])
    assert "0 finished matches of 0 tables" in verify(folder)[1]
    with serving(table_service=TableService(folder, Bots())) as server:
        assert "000000000" not in get(f"{server}/tables").text


def test_a_choice_is_answered_when_the_disk_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, sync = dict[int, int](), os.fsync

    def noted(file: int) -> None:
        there = os.fstat(file)
        sync(file)
        synced[there.st_ino] = there.st_size

    monkeypatch.setattr("os.fsync", noted)
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        ann = Person(server)
        ann.open(game="verraeter", seats=["person", "random", "random"])
        turn = next(event.data for event in ann.events() if event.name == "turn" and event.data)["turn_id"]
        action = ann.get("match.json")["frames"][-1]["legal"][0]["action"]
        assert ann.post("choices", turn_id=turn, action=action).status == 200
        path = tmp_path / "tables" / f"{ann.table}.jsonl"
        on_disk = synced.get(path.stat().st_ino, 0)
    assert next(end for event, _, end in read(path) if event.get("number") == turn) <= on_disk


def test_a_copy_of_a_journal_is_no_second_table(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    path = finished(kept)
    for name in (path.name, "copy.jsonl"):
        (folder / name).write_bytes(path.read_bytes())
    with serving(table_service=TableService(folder, Bots())) as server:
        text = get(f"{server}/tables").text
        assert f"the file belongs to table {path.stem}" in text
        assert len(re.findall(r"href=\"tables/[0-9a-f]{12}[\"/]", text)) == 1


def test_what_is_over_keeps_no_file_open(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / finished(kept).name).write_bytes(finished(kept).read_bytes())
    with serving(table_service=TableService(folder, Bots(), limits=Limits(look_s=0.05))) as server:
        ann = Person(server)
        ann.open(game="verraeter", seats=["person", "person", "person"])
        assert ann.table in opened_files(folder)
        assert finished(kept).stem not in opened_files(folder)
        assert ann.post("close").status == 200
        while opened_files(folder):
            time.sleep(0.01)


def opened_files(folder: Path) -> set[str]:
    """Returns the ids of the tables whose journals this process has open."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            path = link.readlink()
            if path.parent == folder and path.suffix == ".jsonl":
                found.add(path.stem)
    return found


def test_tokens_are_not_on_disk(tmp_path: Path) -> None:
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        ann = Person(server)
        links = ann.open(game="verraeter", seats=["person", "person", "person"])
        written = (tmp_path / "tables" / f"{ann.table}.jsonl").read_text()
        for link in (links["seat"], links["invitation"]):
            assert link.rpartition("/")[2] not in written


def test_two_arenas_do_not_have_the_same_tables(kept: Path) -> None:
    with serving(table_service=TableService(kept, Bots())), pytest.raises(ArenaError) as caught:
        TableService(kept, Bots())
    assert caught.value.code == "tables-in-use"


def test_a_finished_match_is_told_by_replay(kept: Path) -> None:
    table = finished(kept).stem
    runner = CliRunner()
    told = json.loads(runner.invoke(main, ["replay", str(kept), table, "--json"]).output)
    assert told["spec"]["deal"]
    assert runner.invoke(main, ["replay", str(kept), "nothing"]).exit_code == 1


@contextmanager
def arena_play(folder: Path, *arguments: str) -> Iterator[str]:
    """Runs `arena play --me` in this folder, and yields the link that it prints."""
    command = [*arena_command(), "play", "verraeter", "--me", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=surroundings()) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            assert process.wait() == 0


def test_a_table_from_the_terminal_is_played_by_its_link(tmp_path: Path) -> None:
    with arena_play(tmp_path, "greedy", "random", "--seed", "5") as link:
        me = Person(link.partition("/tables")[0])
        assert me.enter(link).status == 200
        seen = play(me, random.Random(2))
        assert [seat["name"] for seat in seen.table["seats"]] == ["me", "greedy", "random"]
        assert me.ask(f"/tables/{me.table}/replay").status == 200
        assert me.ask(f"/tables/{me.table}/match.json?eyes=all").json["spec"]["deal"]
    assert verify(tmp_path / "tables")[0] == 0


def test_who_will_win_is_told_of_a_table_that_is_finished_alone(kept: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(kept, tmp_path / "tables"))
    with serving(table_service=TableService(folder, Bots())) as server:
        for path in folder.glob("*.jsonl"):
            status = 202 if path == finished(folder) else 403  # 202: the server has begun to compute the estimates
            assert Person(server).ask(f"/tables/{path.stem}/all/estimates").status == status
            assert Person(server).ask(f"/tables/{path.stem}/0/estimates").status == 403
