"""Tests of failed attempts to examine a submission: whose fault the failure is, whether the attempt is repeated, and
what the author reads.
"""

import errno
import logging
import os
from collections.abc import Awaitable, Callable
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
from arena.ladder.keeping.tables import NOTE
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import notes_of
from arena.ladder.submissions.states import State
from tests.ladder.archives import archive, bot
from tests.ladder.conftest import Clock, joined
from tests.ladder.working import hand_in, look, states, work

WANTS = 'name = "mine"\ncommand = ["{python}"]\nneeds = ["no-such-tool"]'


def performing(*outcomes: Outcome, out_of_time: str = "") -> Callable[..., Awaitable[None]]:
    """Returns a substitute for the function that checks a bot. The substitute reports these outcomes.

    `out_of_time`: the message that the whole check took too long; empty if it did not.
    """

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
    """Returns a substitute for `opened`, the function that opens files; it calls `full` instead if the file is a bot's
    manifest.
    """

    def opens(path: Path, *arguments: Any, **more: Any) -> Any:  # passes all arguments on
        return full() if path.name == "bot.toml" else opened(path, *arguments, **more)

    return opens


def test_no_stranger_writes_on_the_organisers_terminal(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from arena.ladder.examining.examining import Hindrance  # noqa: PLC0415  # imported here, next to its only use

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
    """A build that cannot fetch its packages never counts against its bot, however often it fails. (A build that fails
    for another reason is repeated once, and then counts against its bot.) The bot's author sees the name of the build's
    log, but not the path of the server's folder that contains it.
    """
    place = building.CACHE / "homes" / "go.log"

    def refuse(*_: object) -> None:
        raise ArenaError("no-packages", f"the build of mine failed; {place} says why\nits output", f"see {place}")

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
    assert "the build of mine failed; homes/go.log says why" in said
    assert str(building.CACHE) not in said
    work(ladder)
    assert look(ladder, ann, number).state is State.ACTIVE
