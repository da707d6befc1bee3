"""The worker: it goes on whatever happens, ends what is over, and leaves nothing behind."""

import asyncio
import errno
import logging
import os
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Verdict
from arena.building import building, manifest
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.ladder.examining import examining
from arena.ladder.examining.examining import Examination
from arena.ladder.examining.worker import AGAIN_MS, Worker
from arena.ladder.keeping.tables import NOTE
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import notes_of
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import withdraw
from tests.ladder.archives import archive, bot
from tests.ladder.conftest import Clock, joined
from tests.ladder.working import hand_in, look, states, work, worker_of

PATIENCE_S = 120.0
SLEEPS = """name = "mine"
version = "1"
command = ["{python}", "bot.py"]
build = ["sh", "-c", "touch begun; sleep 3600"]
"""
WANTS = 'name = "mine"\ncommand = ["{python}"]\nneeds = ["no-such-tool"]'


def until(look_at: Callable[[], bool]) -> None:
    """Waits until it is so."""
    end = time.monotonic() + PATIENCE_S
    while not look_at():
        assert time.monotonic() < end
        time.sleep(0.05)


async def at_a_build(ladder: Ladder, worker: Worker) -> "asyncio.Task[None]":
    """The worker at work, at a build that sleeps."""
    task = asyncio.create_task(worker.run())
    await asyncio.to_thread(until, lambda: any(ladder.copies.glob("*/*/begun")))
    return task


async def ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def sleeping(ladder: Ladder) -> bytes:
    return archive({"bot.toml": SLEEPS, "bot.py": "", ".gitignore": "begun\n"})


def test_what_is_withdrawn_is_built_no_longer(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, sleeping(ladder)).number

    async def working() -> None:
        worker = worker_of(ladder)
        task = await at_a_build(ladder, worker)
        with ladder.base.writing() as connection:
            withdraw(connection, ann, number, ladder.now_ms())
        worker.wake()
        await asyncio.to_thread(until, lambda: not any(ladder.copies.glob("*/*")))
        await ended(task)

    asyncio.run(working())
    assert states(ladder, number)[-1] == "withdrawn"


def test_a_bot_that_is_withdrawn_while_it_is_checked_is_checked_no_longer_and_the_next_one_is(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    slow, next_one = (hand_in(ladder, who, bot()).number for who in (ann, ben))

    async def working() -> None:
        begun, over = asyncio.Event(), asyncio.Event()

        async def check(self: Examination, manifest: Manifest) -> str:
            if not begun.is_set():
                begun.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    over.set()
            return "passed"

        monkeypatch.setattr(Examination, "check", check)
        worker = worker_of(ladder)
        task = asyncio.create_task(worker.run())
        await begun.wait()
        with ladder.base.writing() as connection:
            withdraw(connection, ann, slow, ladder.now_ms())
        worker.wake()
        await over.wait()
        await asyncio.to_thread(until, lambda: look(ladder, ben, next_one).state is State.ACTIVE)
        await ended(task)

    asyncio.run(asyncio.wait_for(working(), PATIENCE_S))
    assert states(ladder, slow)[-1] == "withdrawn"


def performing(*outcomes: Outcome, out_of_time: str = "") -> Callable[..., Awaitable[None]]:
    """A check that comes to this."""

    async def perform(bench: Bench, on_outcome: Callable[[Outcome], None]) -> None:
        bench.out_of_time = out_of_time
        for outcome in outcomes:
            on_outcome(outcome)

    return perform


def test_what_a_busy_machine_could_not_try_is_tried_again_and_no_pass(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = Outcome(10, "clock", Verdict.UNTRIED, 0, "this machine was too busy")
    monkeypatch.setattr(examining, "perform", performing(outcome))
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    work(ladder)
    assert states(ladder, number)[-1] == "retrying"
    with ladder.base.reading() as connection:
        told = notes_of(connection, number)[-1].sentence
    assert told == "clock could not be tried: this machine was too busy"


def test_a_check_that_took_too_long_is_made_no_second_time(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "the check as a whole took longer than 300 s"
    failed = Outcome(6, "decisions", Verdict.FAIL, 300, "", "answers", told, "think for less")
    untried = Outcome(7, "seats", Verdict.UNTRIED, 0, told)
    monkeypatch.setattr(examining, "perform", performing(failed, untried, out_of_time=told))
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    work(ladder)
    assert look(ladder, ann, number).state is State.REJECTED


def test_a_server_that_ends_waits_for_no_build_and_gives_its_job_back(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, sleeping(ladder)).number

    async def working() -> None:
        await ended(await at_a_build(ladder, worker_of(ladder)))

    asyncio.run(working())  # waits for all its threads
    assert states(ladder, number) == ["received", "unpacked"]
    with ladder.base.reading() as connection:
        assert connection.exec_driver_sql("select lease_ms, lost, done_ms from job").one() == (0, 0, None)


def test_a_build_that_would_begin_later_does_not(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was about to begin when the server ended."""
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, sleeping(ladder)).number
    build, waiting, go_on = Examination.build, threading.Event(), threading.Event()

    async def later(self: Examination, manifest: Manifest) -> tuple[Manifest, str]:
        judged = self._judged

        async def after(work_of: Callable[[], Manifest]) -> Manifest:
            def wait_first() -> Manifest:
                waiting.set()
                assert go_on.wait(PATIENCE_S)
                return work_of()

            return await judged(wait_first)

        monkeypatch.setattr(self, "_judged", after)
        return await build(self, manifest)

    monkeypatch.setattr(Examination, "build", later)

    async def working() -> None:
        task = asyncio.create_task(worker_of(ladder).run())
        await asyncio.to_thread(waiting.wait, PATIENCE_S)
        await ended(task)
        go_on.set()

    asyncio.run(working())
    assert look(ladder, ann, number).state is State.UNPACKED


def test_nothing_ends_the_worker(ladder: Ladder, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    faults = [RuntimeError("can't start new thread"), sql.exc.TimeoutError("QueuePool limit")]
    take = Worker._take

    def failing(self: Worker) -> object:
        if faults:
            raise faults.pop()
        return take(self)

    monkeypatch.setattr(Worker, "_take", failing)
    work(ladder)
    assert not faults
    assert look(ladder, ann, number).state is State.ACTIVE


def test_a_database_that_has_no_connection_left_is_complained_of(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(*_: object) -> None:
        raise sql.exc.TimeoutError("QueuePool limit of size 5 overflow 10 reached, connection timed out")

    monkeypatch.setattr(sql.Engine, "connect", connect)
    with pytest.raises(Exception, match="connections are in use") as failed, ladder.base.reading():
        pass
    assert getattr(failed.value, "code", "") == "ladder-failed"


def test_an_older_one_that_was_held_up_takes_no_newer_ones_place(
    ladder: Ladder, clock: Clock, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack, full = Examination.unpack, [True]

    async def unpacked(self: Examination) -> Manifest:
        if full.pop() if full else False:
            raise OSError(28, "No space left on device")
        return await unpack(self)

    monkeypatch.setattr(Examination, "unpack", unpacked)
    ann = joined(ladder, "Ann")
    old = hand_in(ladder, ann, bot(version="1")).number
    work(ladder)
    new = hand_in(ladder, ann, bot(version="2")).number
    work(ladder)
    clock.ms += 600_000
    work(ladder)
    assert [look(ladder, ann, number).state for number in (old, new)] == [State.SUPERSEDED, State.ACTIVE]
    assert states(ladder, old)[-1] == "superseded"


def test_copies_are_of_what_plays(ladder: Ladder, clock: Clock, quick: None) -> None:
    ann = joined(ladder, "Ann")

    def copies() -> set[str]:
        return {path.name for path in ladder.copies.iterdir() if path.is_dir()}

    first = hand_in(ladder, ann, bot(version="1")).number
    work(ladder)
    assert copies() == {look(ladder, ann, first).content_hash}
    second = hand_in(ladder, ann, bot(version="2")).number
    work(ladder)
    broken = 'name = "other"\ncommand = ["{python}"]\nbuild = ["false"]'
    rejected = hand_in(ladder, ann, archive({"bot.toml": broken})).number
    for _ in range(2):
        work(ladder)
        clock.ms += AGAIN_MS
    assert look(ladder, ann, rejected).state is State.REJECTED
    assert copies() == {look(ladder, ann, second).content_hash}
    with ladder.base.writing() as connection:
        withdraw(connection, ann, second, clock.ms)
    ladder.serve("http://127.0.0.1:1/")
    assert copies() == set()


def test_a_try_that_found_what_the_last_one_found_is_written_down_once(ladder: Ladder, clock: Clock) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, archive({"bot.toml": WANTS})).number
    for _ in range(4):
        work(ladder)
        clock.ms += 600_000
    assert states(ladder, number) == ["received", "unpacked", "retrying"]
    with ladder.base.reading() as connection:
        assert connection.scalar(sql.select(sql.func.count()).select_from(NOTE)) == 3


def test_whatever_reading_an_archive_raises_is_told_once_and_not_tried_again(
    ladder: Ladder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> Manifest:
        raise IndexError("string index out of range")

    monkeypatch.setattr(examining, "unpacked", failing)
    number = hand_in(ladder, joined(ladder, "Ann"), bot()).number
    work(ladder)
    clock.ms += 600_000
    work(ladder)
    assert states(ladder, number) == ["received", "rejected"]


@pytest.mark.parametrize("broken", ["content_hash", "read_text", "run"])
def test_what_this_machine_cannot_is_no_fault_of_a_bot(
    ladder: Ladder, clock: Clock, quick: None, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    build = "" if broken != "run" else 'build = ["true"]\n'
    content = archive({"bot.toml": f'name = "mine"\ncommand = ["{{python}}"]\n{build}'})
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, content).number
    with monkeypatch.context() as patched:
        if broken == "read_text":
            patched.setattr(Path, "open", opening_fails(Path.open, full))
        else:
            patched.setattr(manifest if broken == "content_hash" else building, broken, full)
        work(ladder)
    assert look(ladder, ann, number).state is State.RETRYING
    with ladder.base.reading() as connection:
        assert "Too many open files" in notes_of(connection, number)[-1].sentence
    clock.ms += 600_000
    work(ladder)
    assert look(ladder, ann, number).state is State.ACTIVE


def opening_fails(opened: Callable[..., Any], full: Callable[..., None]) -> Callable[..., Any]:
    """Opens all but manifests."""

    def opens(path: Path, *arguments: Any, **more: Any) -> Any:  # passed on as it came
        return full() if path.name == "bot.toml" else opened(path, *arguments, **more)

    return opens


def test_hashing_keeps_no_page_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def hashes(self: Manifest) -> dict[str, bytes]:
        threads.append(threading.current_thread())
        return {}

    monkeypatch.setattr(Manifest, "file_hashes", hashes)

    async def look_at() -> None:
        bench = Bench("random", Path())
        bench.manifest = manifest.read_manifest(manifest.find_manifest("random", Path()))
        async with bench:
            await bench.open()
            await bench.left_files()

    asyncio.run(look_at())
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def test_no_stranger_writes_on_the_organisers_terminal(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from arena.ladder.examining.examining import Hindrance  # noqa: PLC0415  # its name says what is raised

    async def unpack(self: Examination) -> Manifest:
        raise Hindrance("needs \x1b[2J\nsubmission 1 plays")

    monkeypatch.setattr(Examination, "unpack", unpack)
    hand_in(ladder, joined(ladder, "Ann"), bot())
    with caplog.at_level(logging.WARNING):
        work(ladder)
    assert [record.getMessage() for record in caplog.records] == [
        "submission 1 is tried again: needs ?[2J?submission 1 plays"
    ]


def test_no_path_of_the_machine_is_told_where_the_ladder_has_a_short_one(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ladder = Ladder(Path("ladder"), clock)
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, archive({"bot.toml": "name ="})).number
    work(ladder)
    with ladder.base.reading() as connection:
        said = str(notes_of(connection, number))
    ladder.close()
    assert "bot.toml" in said
    assert str(tmp_path) not in said
    assert "unpacked/" not in said


def test_packages_that_cannot_be_fetched_are_no_fault_of_a_bot_nor_is_it_told_where_that_stands(
    ladder: Ladder, clock: Clock, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build is made a second time before it counts; this one is not counted at all."""
    place = building.CACHE / "homes" / "go.log"

    def refuse(*_: object) -> None:
        raise ArenaError("no-packages", f"the build of mine failed; {place} tells why\nits output", f"see {place}")

    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, archive({"bot.toml": 'name = "mine"\ncommand = ["{python}"]\n'})).number
    with monkeypatch.context() as patched:
        patched.setattr(examining, "build_copy", refuse)
        for _ in range(3):
            work(ladder)
            clock.ms += 600_000
    assert look(ladder, ann, number).state is State.RETRYING
    with ladder.base.reading() as connection:
        said = str(notes_of(connection, number))
    assert "the build of mine failed; homes/go.log tells why" in said
    assert str(building.CACHE) not in said
    work(ladder)
    assert look(ladder, ann, number).state is State.ACTIVE


def test_the_database_is_its_users_alone(ladder: Ladder) -> None:
    joined(ladder, "Ann")
    found = {path.name: path.stat().st_mode & 0o777 for path in ladder.folder.iterdir() if path.is_file()}
    assert found
    assert set(found.values()) == {0o600}


def test_copies_lie_where_boxes_let_bots_pass(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot may be another user, who gets into no folder of a ladder; two ladders share nothing."""
    monkeypatch.undo()
    ladders = [Ladder(tmp_path / name, clock) for name in ("one", "two")]
    for ladder in ladders:
        ladder.close()
        assert ladder.copies.parent == Path(tempfile.gettempdir())
    assert ladders[0].copies != ladders[1].copies
