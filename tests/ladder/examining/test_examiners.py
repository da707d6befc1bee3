"""Tests of several workers that examine at the same time: each submission is judged once, and no worker disturbs
another's files.
"""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from arena.building.manifest import Manifest
from arena.ladder.accounts.rights import Who
from arena.ladder.examining.examining import Examination
from arena.ladder.examining.worker import ONCE_MORE
from arena.ladder.ladder import Ladder, Service
from arena.ladder.submissions.queue import LEASE_MS
from arena.ladder.submissions.states import State
from tests.ladder.archives import archive, bot
from tests.ladder.conftest import Clock, joined
from tests.ladder.examining.test_worker import ended, until
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.ladder.working import hand_in, look, states, worker_of

PATIENCE_S: Final = 120.0
MEETS: Final = """name = "{name}"
version = "1"
command = ["{{python}}", "bot.py"]
build = ["sh", "-c", "touch {place}/{name}; until [ -e {place}/{other} ]; do sleep 0.1; done; touch built"]
"""
"""The manifest of a bot with a build that ends only after another bot's build has begun."""


def meeting(place: Path, name: str, other: str) -> bytes:
    text = MEETS.format(name=name, other=other, place=place)
    return archive({"bot.toml": text, "bot.py": "", ".gitignore": "built\n"})


def test_a_copy_stays_while_another_bot_is_done(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that finishes a job removes unused built copies of bots, but never the copy of a bot that another worker
    is checking.
    """
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    good = hand_in(ladder, ann, bot()).number
    checked, go_on = threading.Event(), threading.Event()

    async def check(self: Examination, manifest: Manifest) -> str:
        checked.set()
        assert await asyncio.to_thread(go_on.wait, PATIENCE_S)
        assert manifest.folder.is_dir()
        return "1 start pass"

    monkeypatch.setattr(Examination, "check", check)

    async def working() -> None:
        tasks = [asyncio.create_task(worker_of(ladder).run()) for _ in range(2)]
        assert await asyncio.to_thread(checked.wait, PATIENCE_S)
        bad = hand_in(ladder, ben, archive({"nothing": ""})).number
        await asyncio.to_thread(until, lambda: look(ladder, ben, bad).state is State.REJECTED)
        await asyncio.to_thread(until, lambda: not (ladder.folder / "unpacked" / f"{bad}-1").exists())
        go_on.set()
        await asyncio.to_thread(until, lambda: look(ladder, ann, good).place is None)
        for task in tasks:
            await ended(task)

    asyncio.run(working())
    assert states(ladder, good) == ["received", "unpacked", "built", "checked", "active"]


def test_a_job_that_is_taken_from_its_worker_is_judged_by_the_next_alone(
    ladder: Ladder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a worker's lease on a job ends before its examination does, another worker examines the submission again. Only
    the second worker's result counts.
    """
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    first, second, looked = threading.Event(), threading.Event(), list[bool]()
    unpack = Examination.unpack

    async def check(self: Examination, manifest: Manifest) -> str:
        return "1 start pass"

    async def unpacked(self: Examination) -> Manifest:
        found = await unpack(self)
        if not first.is_set():
            first.set()
            assert await asyncio.to_thread(second.wait, PATIENCE_S)
        else:
            second.set()
            await asyncio.to_thread(until, lambda: not (ladder.folder / "unpacked" / f"{number}-1").exists())
            looked.append(found.folder.is_dir())
        return found

    monkeypatch.setattr(Examination, "unpack", unpacked)
    monkeypatch.setattr(Examination, "check", check)

    async def working() -> None:
        tasks = [asyncio.create_task(worker_of(ladder).run())]
        assert await asyncio.to_thread(first.wait, PATIENCE_S)
        clock.ms += LEASE_MS
        tasks.append(asyncio.create_task(worker_of(ladder).run()))
        await asyncio.to_thread(until, lambda: look(ladder, ann, number).place is None)
        for task in tasks:
            await ended(task)

    asyncio.run(working())
    assert looked == [True]
    assert states(ladder, number) == ["received", "unpacked", "built", "checked", "active"]


def test_as_many_build_at_once_as_there_are_examiners(ladder: Ladder, tmp_path: Path, quick: None) -> None:
    """A service with five examiners builds five submissions at the same time. The rest of the service goes on during
    the builds, although it has only three threads.
    """
    names = [f"bot{number}" for number in range(5)]
    numbers = {}
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        who = joined(ladder, name)
        numbers[hand_in(ladder, who, meeting(tmp_path, name, other)).number] = who
    (ladder.folder / "unpacked").mkdir()
    (ladder.folder / "ladders").mkdir()

    def is_over(who: Who, number: int) -> bool:
        return look(ladder, who, number).place is None

    async def working() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(3))
        service = Service(ladder, network="registries", examiners=len(names))
        service.start()
        for number, who in numbers.items():
            await asyncio.to_thread(until, partial(is_over, who, number))
        assert service.is_working()
        assert {look(ladder, who, number).state for number, who in numbers.items()} == {State.ACTIVE}
        await service.stop()

    asyncio.run(working())


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_at_once_are_judged_once_each_though_the_server_is_killed(tmp_path: Path) -> None:
    """Two submissions whose builds were running when the server was killed are each judged exactly once after the
    restart.

    The server is killed when both builds have begun. Each build waits for a file that the other build writes when it
    begins, so neither ends earlier. The builds run without a sandbox, which would hide these files.
    """
    folder, port, authors = ladder_of(tmp_path, "Ann", "Ben")

    numbers: list[int] = []

    def logs() -> list[list[dict[str, str]]]:
        told = zip(authors, numbers, strict=True)
        return [author.get(f"/ladder/submissions/{number}.json").json["log"] for (author, _), number in told]

    def verdicts(log: list[dict[str, str]]) -> int:
        return sum(note["hint"] == ONCE_MORE for note in log)

    with arena_serve(folder, port, "none", examiners=2) as process:
        for (author, link), name, other in zip(authors, ("ann", "ben"), ("ben", "ann"), strict=True):
            assert author.sign_in(link, command=True).status == 200
            answer = author.hand_in(meeting(tmp_path, name, other))
            assert answer.status == 201
            numbers.append(answer.json["number"])
        wait_for(lambda: all((tmp_path / name).exists() for name in ("ann", "ben")))
        process.kill()
    with arena_serve(folder, port, "none", examiners=2):
        wait_for(lambda: all(map(verdicts, logs())), 400)
        found = logs()
    for log in found:  # the program is empty, so the check fails, and is scheduled once more
        assert [note["state"] for note in log if note["state"] != "retrying"] == ["received", "unpacked", "built"]
        assert verdicts(log) == 1


def test_no_worker_is_left_out_of_how_the_server_is(ladder: Ladder, tmp_path: Path) -> None:
    async def working() -> None:
        service = Service(ladder, examiners=2)
        assert not service.is_working()
        tasks = [asyncio.create_task(worker.run()) for worker in service._workers]
        await asyncio.sleep(0)
        assert service.is_working()
        await ended(tasks[0])
        assert not service.is_working()
        await ended(tasks[1])

    asyncio.run(working())
