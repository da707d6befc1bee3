"""Tests of the order of the queue: no person delays others, whatever the person hands in and whatever the clock
shows.
"""

import pytest
import sqlalchemy as sql

from arena.building.manifest import Manifest
from arena.ladder.examining.examining import Examination, Hindrance
from arena.ladder.examining.worker import MOST_LOST
from arena.ladder.keeping.tables import JOB
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import notes_of
from arena.ladder.submissions.queue import (
    LEASE_MS,
    Job,
    cancel_jobs,
    finish_job,
    places,
    put_back,
    release_all,
    take_job,
)
from arena.ladder.submissions.states import State
from tests.ladder.archives import bot
from tests.ladder.conftest import Clock, joined, on_both
from tests.ladder.working import hand_in, look, work


def taken(ladder: Ladder) -> Job:
    with ladder.base.writing() as connection:
        job = take_job(connection, "test", ladder.now_ms())
    assert job
    return job


@on_both
def test_whose_last_turn_was_the_longest_ago_comes_first(ladder: Ladder, clock: Clock) -> None:
    ann, ben, cid = (joined(ladder, name) for name in ("Ann", "Ben", "Cid"))
    anns = [hand_in(ladder, ann, bot()).number for _ in range(3)]
    bens = [hand_in(ladder, ben, bot()).number for _ in range(2)]
    with ladder.base.reading() as connection:
        told = places(connection)
    order = []
    for _ in range(5):
        clock.ms -= 1_000_000_000  # the order must not depend on the clock
        job = taken(ladder)
        order.append(job.submission)
        with ladder.base.writing() as connection:
            assert finish_job(connection, job, clock.ms)
    assert order == [anns[0], bens[0], anns[1], bens[1], anns[2]]
    assert sorted(told, key=told.__getitem__) == order
    last, first = hand_in(ladder, ann, bot()).number, hand_in(ladder, cid, bot()).number
    with ladder.base.reading() as connection:
        assert places(connection) == {first: 1, last: 2}
    assert taken(ladder).submission == first


def test_what_waits_for_another_try_takes_no_place_before_others(ladder: Ladder, clock: Clock) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    tried, new = hand_in(ladder, ann, bot()).number, hand_in(ladder, ben, bot()).number
    job = taken(ladder)
    with ladder.base.writing() as connection:
        assert put_back(connection, job, clock.ms + 60_000)
        assert places(connection) == {new: 1, tried: 2}


def test_a_clock_that_is_set_back_keeps_no_job_waiting(ladder: Ladder, clock: Clock) -> None:
    hand_in(ladder, joined(ladder, "Ann"), bot())
    taken(ladder)
    clock.ms -= 1_000_000_000
    again = taken(ladder)
    with ladder.base.writing() as connection:
        assert put_back(connection, again, clock.ms + LEASE_MS)
    clock.ms -= 1_000_000_000
    taken(ladder)


def test_what_ends_its_server_again_and_again_is_held(ladder: Ladder, clock: Clock, quick: None) -> None:
    ann = joined(ladder, "Ann")
    bad = hand_in(ladder, ann, bot()).number
    for _ in range(MOST_LOST):
        assert taken(ladder).submission == bad
        clock.ms += 600_000
        with ladder.base.writing() as connection:
            release_all(connection)  # as a server does at its start
    work(ladder)
    assert look(ladder, ann, bad).state is State.RETRYING
    with ladder.base.reading() as connection:
        assert f"cut off {MOST_LOST} times" in notes_of(connection, bad)[-1].sentence
        assert not connection.scalar(sql.select(JOB.c.id).where(JOB.c.done_ms.is_(None)))
    good = hand_in(ladder, ann, bot()).number
    work(ladder)
    assert look(ladder, ann, good).state is State.ACTIVE


def test_what_ends_the_machines_it_is_examined_on_is_held(
    ladder: Ladder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unpack(self: Examination) -> Manifest:
        raise Hindrance("it was lost", lost=True)

    monkeypatch.setattr(Examination, "unpack", unpack)
    ann = joined(ladder, "Ann")
    bad = hand_in(ladder, ann, bot()).number
    for _ in range(MOST_LOST + 1):
        work(ladder)
        clock.ms += 600_000
    assert look(ladder, ann, bad).state is State.RETRYING
    with ladder.base.reading() as connection:
        assert f"cut off {MOST_LOST} times" in notes_of(connection, bad)[-1].sentence


def test_what_was_heard_of_in_between_is_not_held(ladder: Ladder, clock: Clock, quick: None) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, bot()).number
    for _ in range(2 * MOST_LOST):
        job = taken(ladder)
        clock.ms += 600_000
        with ladder.base.writing() as connection:
            if job.tries % (MOST_LOST - 1) == 0:
                put_back(connection, job, clock.ms)
            release_all(connection)
    work(ladder)
    assert look(ladder, ann, number).state is State.ACTIVE


def all_taken(ladder: Ladder) -> list[int]:
    """Takes jobs, each for a different worker, until the queue gives none. Returns the numbers of their submissions, in
    the order of the jobs.
    """
    found: list[int] = []
    with ladder.base.writing() as connection:
        while job := take_job(connection, f"worker {len(found)}", ladder.now_ms()):
            found.append(job.submission)
    return found


def test_of_one_person_one_is_examined_at_a_time(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    anns = [hand_in(ladder, ann, bot()).number for _ in range(2)]
    first = taken(ladder)
    bens = [hand_in(ladder, ben, bot()).number for _ in range(2)]
    assert all_taken(ladder) == bens[:1]
    with ladder.base.writing() as connection:
        assert finish_job(connection, first, ladder.now_ms())
    assert all_taken(ladder) == anns[1:]


@on_both
def test_what_was_lost_is_examined_alone(ladder: Ladder, clock: Clock) -> None:
    """A submission whose examination was lost because the server ended is examined again while no other submission is
    examined. Otherwise a bot that makes the server end again and again would each time interrupt the examinations of
    other people's bots, too.
    """
    ann, ben, cid = (joined(ladder, name) for name in ("Ann", "Ben", "Cid"))
    old = [hand_in(ladder, who, bot()).number for who in (ann, ben)]
    assert all_taken(ladder) == old
    clock.ms += 600_000
    with ladder.base.writing() as connection:
        release_all(connection)  # as a server does at its start
    new = hand_in(ladder, cid, bot()).number
    assert all_taken(ladder) == [new]
    with ladder.base.writing() as connection:
        cancel_jobs(connection, new, clock.ms)
    for number in old:
        assert all_taken(ladder) == [number]
        with ladder.base.writing() as connection:
            cancel_jobs(connection, number, clock.ms)
