"""Tests of a full disk: an event that cannot be written does not take effect; people can go on when there is space."""

import gc
import random
import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.building.manifest import Manifest
from arena.tables.audit import audit_tables
from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.tables.people import PATIENCE_S, Person, play, settled
from tests.web.serving import serving


@contextmanager
def room(size: int) -> Iterator[None]:
    """Imitates a full disk within the context: no file that this process writes can exceed `size` bytes."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_table_for_which_there_is_no_room_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    with serving(table_service=TableService(folder, Bots())) as server, room(0):
        answer = Person(server).ask("/tables", {"game": "verraeter", "seats": ["person"] * 3, "me": 0, "name": "Ann"})
    assert (answer.status, answer.json["code"]) == (507, "no-room")
    assert not list(folder.glob("*.jsonl"))


def test_a_match_whose_beginning_cannot_be_written_is_begun_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bots, folder = SlowBots(), tmp_path / "tables"
    with serving(table_service=TableService(folder, bots)) as server:
        ann = Person(server)
        ann.open(game="verraeter", seats=["person", "random", "random"])
        path = folder / f"{ann.table}.jsonl"
        written = path.read_bytes()
        with room(len(written)):
            bots.there.set()
            table = settled(ann)
        assert (table["state"], table["starting"]) == ("open", False)
        assert "cannot be written" in table["trouble"]
        assert path.read_bytes() == written
        gc.collect()  # asyncio reports a lost exception of a task when the task is collected
        assert not caplog.records
        assert ann.post("ready").status == 200
        table = settled(ann)
        assert (table["state"], table["trouble"]) == ("running", "")


class SlowBots(Bots):
    """Bots that become ready only after the test has set the event `there`."""

    def __init__(self) -> None:
        super().__init__()
        self.there = threading.Event()

    def ready(self, name: str, game: str) -> Manifest:
        assert self.there.wait(PATIENCE_S)
        return super().ready(name, game)


def test_a_match_for_which_there_was_no_room_goes_on_when_somebody_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    with serving(table_service=TableService(folder, Bots())) as server:
        ann = Person(server)
        ann.open(game="verraeter", seats=["person", "random", "random"])
        seen = play(ann, random.Random(1), most=2)
        written = (folder / f"{ann.table}.jsonl").stat().st_size
        with room(written):
            frame = seen.frames[-1]
            answer = ann.post("choices", turn_id=frame["number"], action=frame["legal"][0]["action"])
            assert (answer.status, answer.json["code"]) == (409, "halted")
            assert "cannot be written" in answer.json["message"]
        assert play(ann, random.Random(1), seen=seen).spec["ranks"]
    [audit] = audit_tables(str(folder))
    assert (audit.state, audit.failures) == ("finished", [])
