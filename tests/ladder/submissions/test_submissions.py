"""Tests of the states of submissions: each is received once, only the holder of its job changes it, and each bot has at
most one active version.
"""

from pathlib import Path

import pytest
import sqlalchemy as sql

from arena.authoring.conformance.check import Outcome, Verdict
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.ladder.accounts.rights import Role
from arena.ladder.examining.examining import Examination
from arena.ladder.examining.worker import AGAIN_MS
from arena.ladder.keeping.events import events
from arena.ladder.keeping.tables import JOB, SUBMISSION
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import Note, moved, notes_of
from arena.ladder.submissions.queue import LEASE_MS, Job, finish_job, keep_job, places, put_back, take_job
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import (
    MOST_WAITING,
    another_plays,
    find_submission,
    own_submissions,
    roll_back,
    withdraw,
)
from tests.ladder.archives import archive, bot
from tests.ladder.conftest import Clock, joined, on_both
from tests.ladder.working import hand_in, look, states, work

WHOLE = ["received", "unpacked", "built", "checked", "active"]


@pytest.mark.usefixtures("quick")
def test_a_submission_comes_to_play_step_by_step(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    receipt = hand_in(ladder, ann, bot("greedy2", "3"))
    assert look(ladder, ann, receipt.number).place == 1
    work(ladder)
    one = look(ladder, ann, receipt.number)
    assert (one.state, one.bot, one.version, one.place, one.checked) == (State.ACTIVE, "greedy2", "3", None, True)
    assert states(ladder, receipt.number) == WHOLE
    ladder.serve("http://127.0.0.1:1/")
    assert not list((ladder.folder / "unpacked").iterdir())


@on_both
@pytest.mark.usefixtures("quick")
def test_the_version_before_plays_until_the_new_one_does(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    first = hand_in(ladder, ann, bot(version="1")).number
    work(ladder)
    broken = hand_in(ladder, ann, archive({"nothing": ""})).number
    work(ladder)
    assert look(ladder, ann, first).state is State.ACTIVE
    assert look(ladder, ann, broken).state is State.REJECTED
    with ladder.base.reading() as connection:
        assert not another_plays(connection, broken)  # the archive has no bot.toml, so it belongs to no bot
    second = hand_in(ladder, ann, bot(version="2")).number
    assert look(ladder, ann, first).state is State.ACTIVE
    work(ladder)
    assert [look(ladder, ann, number).state for number in (first, second)] == [State.SUPERSEDED, State.ACTIVE]
    with ladder.base.writing() as connection:
        roll_back(connection, ann, first, ladder.now_ms())
    assert [look(ladder, ann, number).state for number in (first, second)] == [State.ACTIVE, State.SUPERSEDED]
    with ladder.base.writing() as connection:
        withdraw(connection, ann, first, ladder.now_ms())
        with pytest.raises(ArenaError, match="neither plays"):
            withdraw(connection, ann, first, ladder.now_ms())
        roll_back(connection, ann, second, ladder.now_ms())
        with pytest.raises(ArenaError, match="plays now, is still being processed, or was rejected"):
            roll_back(connection, ann, second, ladder.now_ms())
        with pytest.raises(ArenaError, match="plays now, is still being processed, or was rejected"):
            roll_back(connection, ann, broken, ladder.now_ms())
    assert look(ladder, ann, second).state is State.ACTIVE


@pytest.mark.usefixtures("quick")
def test_a_later_one_takes_the_place_of_those_that_wait(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    numbers = [hand_in(ladder, ann, bot(version=version)).number for version in "12"]
    held = hand_in(
        ladder, ann, archive({"bot.toml": 'name = "mine"\ncommand = ["{python}"]\nneeds = ["no-such-tool"]'})
    )
    work(ladder)
    assert [look(ladder, ann, number).state for number in numbers] == [State.SUPERSEDED, State.ACTIVE]
    assert look(ladder, ann, held.number).state is State.RETRYING
    with ladder.base.reading() as connection:
        assert [another_plays(connection, number) for number in (numbers[1], held.number)] == [False, True]
    newest = hand_in(ladder, ann, bot(version="4")).number
    work(ladder)
    assert look(ladder, ann, held.number).state is State.SUPERSEDED
    assert look(ladder, ann, newest).state is State.ACTIVE


@pytest.mark.usefixtures("quick")
def test_what_is_withdrawn_on_its_way_never_plays(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    with ladder.base.writing() as connection:
        withdraw(connection, ann, number, ladder.now_ms())
        with pytest.raises(ArenaError, match="before it had passed its check"):
            roll_back(connection, ann, number, ladder.now_ms())
    work(ladder)
    assert states(ladder, number) == ["received", "withdrawn"]


@on_both
@pytest.mark.usefixtures("quick")
def test_no_two_authors_bots_that_play_are_called_alike(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    hand_in(ladder, ann, bot("Rook"))
    work(ladder)
    for name in ("rook", "r\u043eok", "R00k"):
        number = hand_in(ladder, ben, bot(name)).number
        work(ladder)
        is_alike = name != "R00k"
        assert look(ladder, ben, number).state is (State.REJECTED if is_alike else State.ACTIVE)
        with ladder.base.reading() as connection:
            assert ("looks like Rook" in notes_of(connection, number)[-1].sentence) == is_alike


def test_what_is_our_fault_is_tried_again_and_costs_nothing(
    ladder: Ladder, clock: Clock, quick: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, archive({"bot.toml": 'name = "mine"\ncommand = ["frobnicate"]'})).number
    for _ in range(3):
        work(ladder)
        one = look(ladder, ann, number)
        assert (one.state, one.place) == (State.RETRYING, 1)
        clock.ms += 600_000
    (tmp_path / "bin").mkdir()
    tool = tmp_path / "bin" / "frobnicate"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    work(ladder)
    assert look(ladder, ann, number).state is State.ACTIVE


def test_a_fault_of_ours_that_nobody_foresaw_ends_no_worker(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unpack(self: Examination) -> Manifest:
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr(Examination, "unpack", unpack)
    ann = joined(ladder, "Ann")
    numbers = [hand_in(ladder, ann, bot()).number for _ in range(2)]
    work(ladder)
    assert [look(ladder, ann, number).state for number in numbers] == [State.RETRYING] * 2
    with ladder.base.reading() as connection:
        assert "foresaw" not in str(notes_of(connection, numbers[0]))


@pytest.mark.parametrize("failures", [1, 2])
def test_a_check_counts_when_it_fails_twice_at_two_times(
    ladder: Ladder, clock: Clock, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    left = [failures]

    async def checked(self: Examination, manifest: Manifest) -> tuple[list[Outcome], bool]:
        left[0] -= 1
        verdict = Verdict.FAIL if left[0] >= 0 else Verdict.PASS
        first = Outcome(3, "start", verdict, 1.0, happened=f"{self.folder}/bot.py broke", output="Traceback\nZeroError")
        return [first, Outcome(4, "handshake", Verdict.SKIPPED, 0, "it did not start")], False

    monkeypatch.setattr(Examination, "_checked", checked)
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    work(ladder)
    assert look(ladder, ann, number).state is State.RETRYING
    assert left == [failures - 1]
    clock.ms += AGAIN_MS
    work(ladder)
    assert look(ladder, ann, number).state is (State.ACTIVE if failures == 1 else State.REJECTED)
    with ladder.base.reading() as connection:
        last = notes_of(connection, number)[-1]
    assert str(ladder.folder) not in str(last)
    if failures > 1:
        assert last.sentence == "the check failed in start: bot.py broke"
        printed = "   its last output:\n   Traceback\n   ZeroError\n 4 handshake"
        assert printed in last.output  # the output follows the step that failed, not the last step


@on_both
def test_what_is_sent_twice_is_one_submission(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    first = hand_in(ladder, ann, bot(), "a" * 32)
    assert hand_in(ladder, ann, bot(), "a" * 32) == first
    with pytest.raises(ArenaError, match="this upload address was already used for another archive"):
        hand_in(ladder, ann, bot(version="2"), "a" * 32)
    assert hand_in(ladder, ben, bot(), "a" * 32).number != first.number
    with ladder.base.reading() as connection:
        assert len(own_submissions(connection, ann)) == 1
        assert connection.scalar(sql.select(sql.func.count()).select_from(JOB)) == 2


@on_both
def test_one_has_so_many_on_their_way_and_no_more(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    for _ in range(MOST_WAITING):
        hand_in(ladder, ann, bot())
    with pytest.raises(
        ArenaError, match=f"{MOST_WAITING} submissions of yours are still being processed, which is the limit"
    ):
        hand_in(ladder, ann, bot())
    hand_in(ladder, joined(ladder, "Ben"), bot())


def test_nobody_sees_or_touches_what_is_anothers(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    number = hand_in(ladder, ann, bot()).number
    with ladder.base.writing() as connection:
        assert own_submissions(connection, ben) == []
        for act in (withdraw, roll_back):
            with pytest.raises(ArenaError) as theirs:
                act(connection, ben, number, 0)
            assert theirs.value.code == "no-submission"
        told = []
        for asked in (number, 99):
            with pytest.raises(ArenaError) as refused:
                find_submission(connection, ben, asked)
            told.append(str(refused.value).replace(str(asked), "N"))
        assert told[0] == told[1]


def test_an_organiser_sees_all_and_what_he_does_is_written_down(ladder: Ladder) -> None:
    ann, eve = joined(ladder, "Ann"), joined(ladder, "Eve", Role.ORGANISER)
    number = hand_in(ladder, ann, bot()).number
    with ladder.base.writing() as connection:
        assert [one.number for one in own_submissions(connection, eve)] == [number]
        with pytest.raises(ArenaError, match="only the author"):
            roll_back(connection, eve, number, ladder.now_ms())
        withdraw(connection, eve, number, ladder.now_ms())
        last = events(connection)[-1]
    assert (last.actor, last.act, last.subject) == ("Eve", "withdraw", f"submission {number} of Ann")


@pytest.mark.usefixtures("quick")
def test_what_an_organiser_withdrew_comes_back_by_organisers_alone(ladder: Ladder, clock: Clock) -> None:
    ann, eve = joined(ladder, "Ann"), joined(ladder, "Eve", Role.ORGANISER)
    first = hand_in(ladder, ann, bot(version="1")).number
    work(ladder)
    second = hand_in(ladder, ann, bot(version="2")).number
    work(ladder)
    with ladder.base.writing() as connection:
        withdraw(connection, eve, second, ladder.now_ms())
        clock.ms += 1
        with pytest.raises(ArenaError, match=f"submission {second} cannot play again, because") as refused:
            roll_back(connection, ann, second, ladder.now_ms())
        assert refused.value.code == "not-now"
        roll_back(connection, ann, first, ladder.now_ms())
        roll_back(connection, eve, second, ladder.now_ms())
        with pytest.raises(ArenaError, match="only the author"):
            roll_back(connection, eve, first, ladder.now_ms())
        last = events(connection)[-1]
        assert (last.actor, last.act, last.subject) == ("Eve", "roll back", f"submission {second} of Ann")
        clock.ms += 1
        withdraw(connection, ann, second, ladder.now_ms())
        roll_back(connection, ann, second, ladder.now_ms())
        said = [note.sentence for note in notes_of(connection, second) if note.state is State.WITHDRAWN]
    assert look(ladder, ann, second).state is State.ACTIVE
    assert said == ["an organiser withdrew it", ""]


@pytest.mark.usefixtures("quick")
def test_an_organiser_may_do_with_their_own_as_any_author(ladder: Ladder) -> None:
    eve, org = joined(ladder, "Eve", Role.ORGANISER), joined(ladder, "Org", Role.ORGANISER)
    number = hand_in(ladder, eve, bot()).number
    work(ladder)
    with ladder.base.writing() as connection:
        for who in (eve, org):
            withdraw(connection, who, number, ladder.now_ms())
            roll_back(connection, eve, number, ladder.now_ms())
    assert look(ladder, eve, number).state is State.ACTIVE


def taken(ladder: Ladder, holder: str) -> Job | None:
    with ladder.base.writing() as connection:
        return take_job(connection, holder, ladder.now_ms())


@on_both
@pytest.mark.parametrize("next_one", ["second", "first"])
def test_a_job_is_one_workers_until_its_lease_ends_and_then_anothers_alone(
    ladder: Ladder, clock: Clock, next_one: str
) -> None:
    """A job belongs to one worker until its lease ends, and then only to the next worker that takes it. This may be the
    same worker again; its earlier attempt then no longer owns the job.
    """
    hand_in(ladder, joined(ladder, "Ann"), bot())
    first = taken(ladder, "first")
    assert first
    assert taken(ladder, "second") is None
    clock.ms += LEASE_MS
    second = taken(ladder, next_one)
    assert second
    with ladder.base.writing() as connection:
        assert not keep_job(connection, first, clock.ms)
        assert not put_back(connection, first, 0)
        assert not finish_job(connection, first, clock.ms)
        assert keep_job(connection, second, clock.ms)
        assert finish_job(connection, second, clock.ms)
        assert not finish_job(connection, second, clock.ms)
    clock.ms += 10 * LEASE_MS
    assert taken(ladder, "third") is None


def test_one_that_ends_its_worker_again_and_again_lets_others_go_first(ladder: Ladder, clock: Clock) -> None:
    ann = joined(ladder, "Ann")
    bad, good = hand_in(ladder, ann, bot()).number, hand_in(ladder, ann, bot()).number
    order = []
    for _ in range(3):
        job = taken(ladder, "killed")
        assert job
        order.append(job.submission)
        with ladder.base.writing() as connection:
            connection.execute(sql.update(JOB).values(lease_ms=0))  # as a server does at its start
    assert order == [bad, bad, good]
    with ladder.base.reading() as connection:
        assert places(connection) == {bad: 1, good: 2}


@on_both
def test_what_a_stranger_says_is_kept_without_what_a_database_does_not_take(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    with ladder.base.writing() as connection:
        note = Note(0, State.REJECTED, "half \ud800", "nul \0", "x" * 50_000 + "end")
        assert moved(connection, number, note, (State.RECEIVED,))
        kept = notes_of(connection, number)[-1]
    assert (kept.sentence, kept.hint) == ("half ?", "nul ?")
    assert kept.output.endswith("end")
    assert len(kept.output) == 20_000


@on_both
def test_a_bot_is_active_once_whatever_is_written(ladder: Ladder, quick: None) -> None:
    ann = joined(ladder, "Ann")
    for version in "12":
        hand_in(ladder, ann, bot(version=version))
        work(ladder)
    with pytest.raises(sql.exc.IntegrityError), ladder.base.writing() as connection:
        connection.execute(sql.update(SUBMISSION).values(state="active"))
