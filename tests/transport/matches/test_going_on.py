"""Tests that a match which was stopped continues from the same position on another host."""

import asyncio
import sys
import zlib
from dataclasses import replace

import pytest

from arena.errors import ArenaError
from arena.match import Course, FaultKind, Match, MatchRecord, replay
from arena.protocol.v1.arena_pb2 import Turn
from arena.transport import Assignment, Finished, Host, Launch
from tests.transport.hosting import CALM, GAME, ROOT, assignment, run
from tests.transport.visiting import Wire, behaves, receive

THREE = ("first", "ann", "last")
GREEDY = [Launch(name, (sys.executable, "bot.py"), ROOT / "bots" / "python" / "greedy") for name in THREE]


def chosen(turn: Turn) -> int:
    """Returns an action that depends only on the view in the turn."""
    return turn.legal[zlib.crc32(turn.verraeter.SerializeToString()) % len(turn.legal)]


async def judges_by_its_view(wire: Wire) -> None:
    wire.say_hello()
    while turns := await wire.turns():
        wire.choose(*((turn.turn_id, chosen(turn)) for turn in turns))


async def errs_by_its_view(wire: Wire) -> None:
    """Plays as a guest that chooses by its view, as `judges_by_its_view` does, except that it chooses an illegal action
    for some views.
    """
    wire.say_hello()
    while turns := await wire.turns():
        for turn in turns:
            errs = zlib.crc32(turn.verraeter.SerializeToString(), 1) % 9 == 0
            wire.choose((turn.turn_id, 99_999 if errs else chosen(turn)))


MANNERS = {"first": judges_by_its_view, "ann": errs_by_its_view, "last": judges_by_its_view}


def ended(start: Assignment, courses: list[Course] | None = None) -> MatchRecord:
    """Plays a match between the guests in MANNERS and returns its record.

    A course is the actions and faults of a match so far. If `start` has a course, the match continues from there,
    otherwise it begins anew. Adds the course at the start and after each action to `courses`, if it is given.
    """

    def note(match: Match) -> None:
        if courses is not None:
            courses.append(match.course())

    outcome, _ = receive(MANNERS, lambda: [start], on_progress=note)
    return outcome.finished[0].record


@pytest.mark.parametrize("deal", [1, 2])
def test_a_match_that_goes_on_ends_as_if_it_had_not_been_stopped(deal: int) -> None:
    start, courses = assignment(deal, THREE), list[Course]()
    record = ended(start, courses)
    assert [fault.kind for fault in record.faults] == [FaultKind.ILLEGAL_ACTION]
    assert len(courses) > 30
    for course in (*courses[::4], *courses[-2:]):
        assert ended(replace(start, course=course)) == record
    within = Course(record.actions[:-1], record.faults)  # here a stand-in may have the next turn
    assert ended(replace(start, course=within)) == record


@pytest.mark.usefixtures("nothing_left")
def test_a_match_of_bots_goes_on_at_another_host_after_the_first_was_stopped() -> None:
    """A match of bots that is stopped on one host and continued on another has the same record as without the stop.

    The second host starts the bots anew, so the test uses bots whose choices depend only on their views.
    """
    start = assignment(3, THREE)

    async def live(start: Assignment, stop_after: int | None = None) -> MatchRecord | Course:
        finished, courses, far = list[Finished](), list[Course](), asyncio.Event()

        def note(match: Match) -> None:
            if not far.is_set():
                courses.append(match.course())
                if len(match.actions) == stop_after:
                    far.set()

        async with Host(GAME, GREEDY, CALM, 1, note) as host:
            playing = asyncio.create_task(host.play([start], finished.append))
            reached = asyncio.create_task(far.wait())
            await asyncio.wait((playing, reached), return_when=asyncio.FIRST_COMPLETED)
            reached.cancel()
            playing.cancel()
        return finished[0].record if stop_after is None else courses[-1]

    record = run(live(start))
    assert isinstance(record, MatchRecord)
    assert record.faults == ()
    course = run(live(start, len(record.actions) // 2))
    assert isinstance(course, Course)
    assert course.actions == record.actions[: len(record.actions) // 2]
    assert run(live(replace(start, course=course))) == record
    assert list(replay(record, GAME))


def test_what_is_told_of_a_match_that_goes_on_is_its_start_and_then_a_turn() -> None:
    start = assignment(4, THREE)
    record = ended(start)
    heard: list[tuple[int, int]] = []

    async def listens(wire: Wire) -> None:
        wire.say_hello()
        while (message := await wire.hear()) and not message.HasField("goodbye"):
            heard.append((len(message.batch.starts), len(message.batch.turns)))
            wire_turns = message.batch.turns
            if wire_turns:
                wire.choose(*((turn.turn_id, turn.legal[0]) for turn in wire_turns))

    course = Course(record.actions[:20], tuple(fault for fault in record.faults if fault.action_count <= 20))
    receive(dict.fromkeys(THREE, listens), lambda: [replace(start, course=course)])
    assert [starts for starts, _ in heard].count(1) == 3
    assert (1, 1) in heard


def test_a_course_that_cannot_have_been_ends_play_with_a_sentence() -> None:
    with pytest.raises(ArenaError, match="does not follow the rules after action"):
        receive(dict.fromkeys(THREE, behaves), lambda: [replace(assignment(1, THREE), course=Course((99_999,)))])
