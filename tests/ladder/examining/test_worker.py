"""Tests of the worker that examines submissions: it continues after any failure, ends work that is no longer needed,
and leaves no files behind.
"""

import asyncio
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import sqlalchemy as sql

from arena.authoring.conformance.bench import Bench
from arena.building import manifest
from arena.building.builds import seal
from arena.building.builds.command import Ending
from arena.building.manifest import Manifest
from arena.ladder.examining.examining import Examination
from arena.ladder.examining.worker import AGAIN_MS, Worker
from arena.ladder.keeping.base import Base
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.copies import sweep_copies
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


def until(look_at: Callable[[], bool]) -> None:
    """Waits until the condition `look_at` is true; fails after PATIENCE_S seconds."""
    end = time.monotonic() + PATIENCE_S
    while not look_at():
        assert time.monotonic() < end
        time.sleep(0.05)


async def at_a_build(ladder: Ladder, worker: Worker) -> "asyncio.Task[None]":
    """Starts the worker, and waits until it runs a build that sleeps; returns the worker's task."""
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


def test_a_copy_is_removed_only_when_nobody_writes_to_it_any_more(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, sleeping(ladder)).number
    written, swept = threading.Event(), list[bool]()
    write = seal.write_new

    def late(path: Path, content: bytes) -> None:
        time.sleep(0.2)
        with suppress(OSError):
            write(path, content)
        written.set()

    def sweep(base: Base, copies: Path) -> None:
        swept.append(written.is_set())
        sweep_copies(base, copies)

    monkeypatch.setattr(seal, "write_new", late)
    monkeypatch.setattr("arena.ladder.examining.worker.sweep_copies", sweep)

    async def working() -> None:
        worker = worker_of(ladder)
        task = await at_a_build(ladder, worker)
        with ladder.base.writing() as connection:
            withdraw(connection, ann, number, ladder.now_ms())
        worker.wake()
        await asyncio.to_thread(until, lambda: bool(swept))
        await ended(task)

    asyncio.run(working())
    assert swept[0]


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


def test_a_server_that_ends_waits_for_no_build_and_gives_its_job_back(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, sleeping(ladder)).number

    async def working() -> None:
        await ended(await at_a_build(ladder, worker_of(ladder)))

    asyncio.run(working())  # asyncio.run waits for the threads of the loop, so it must not wait for the build
    assert states(ladder, number) == ["received", "unpacked"]
    with ladder.base.reading() as connection:
        assert connection.exec_driver_sql("select lease_ms, lost, done_ms from job").one() == (0, 0, None)


def test_a_build_that_would_begin_later_does_not(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the server ends when the worker is about to begin a build, the build does not begin."""
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, sleeping(ladder)).number
    build, waiting, go_on = Examination.build, threading.Event(), threading.Event()
    endings: list[Ending] = []

    async def later(self: Examination, manifest: Manifest) -> tuple[Manifest, str]:
        judged = self._judged
        endings.append(self._ending)

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
        task.cancel()
        await asyncio.to_thread(until, endings[0].ended)
        go_on.set()
        await ended(task)

    asyncio.run(working())
    assert not any(ladder.copies.glob("*/*/begun"))
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
    with pytest.raises(Exception, match="connections to the database are in use") as failed, ladder.base.reading():
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


def test_the_database_is_its_users_alone(ladder: Ladder) -> None:
    joined(ladder, "Ann")
    found = {path.name: path.stat().st_mode & 0o777 for path in ladder.folder.iterdir() if path.is_file()}
    assert found
    assert set(found.values()) == {0o600}


def test_copies_lie_where_boxes_let_bots_pass(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder builds copies of its bots in the system's folder for temporary files. The copies are not in the ladder's
    folder, because a sandboxed bot may run as another user, who cannot enter the ladder's folder. Each ladder has its
    own folder of copies.
    """
    monkeypatch.undo()
    ladders = [Ladder(tmp_path / name, clock) for name in ("one", "two")]
    for ladder in ladders:
        ladder.close()
        assert ladder.copies.parent == Path(tempfile.gettempdir())
    assert ladders[0].copies != ladders[1].copies
