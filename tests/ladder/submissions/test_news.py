"""Tests of the data for feeds: the newest lines of all logs, the active versions, and the times when faults were first
reported.
"""

from arena.ladder.ladder import Ladder
from arena.ladder.submissions.news import news_of, note_told, times_told
from arena.ladder.submissions.notes import Note, moved, write_note
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import active_submissions
from tests.ladder.archives import bot
from tests.ladder.conftest import joined, on_both
from tests.ladder.working import hand_in

MOST = 5


def test_a_version_that_plays_is_found_however_much_has_happened_since(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    plays, fails, another = (hand_in(ladder, who, bot()).number for who in (ann, ann, ben))
    with ladder.base.writing() as connection:
        for number in (plays, another):
            assert moved(connection, number, Note(1, State.ACTIVE), [State.RECEIVED])
        for _ in range(MOST):
            write_note(connection, fails, Note(2, State.REJECTED))
        assert {one.submission for one in news_of(connection, ann.person_id, MOST)} == {fails}
        assert [one.number for one in active_submissions(connection, ann.person_id)] == [plays]


@on_both
def test_faults_keep_the_time_at_which_they_were_told_first(ladder: Ladder) -> None:
    number = hand_in(ladder, joined(ladder, "Ann"), bot()).number
    one, two = (number, "cup", 1), (number, "cup", 2)
    with ladder.base.writing() as connection:
        assert note_told(connection, [one], 7) == {one: 7}
        assert note_told(connection, [one, two], 9) == {one: 7, two: 9}
        assert times_told(connection, [number]) == {one: 7, two: 9}
