"""Who is shown the button by which a version that was withdrawn plays again."""

import pytest

from arena.ladder.accounts.rights import RIGHTS, Role, Who
from arena.ladder.submissions.notes import Note
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import TAKEN_OUT, Submission
from arena.web.ladder.telling import submission_page


@pytest.mark.parametrize(
    ("sentence", "role", "person", "shown"),
    [
        ("", Role.AUTHOR, 1, True),
        ("", Role.ORGANISER, 2, False),
        (TAKEN_OUT, Role.AUTHOR, 1, False),
        (TAKEN_OUT, Role.ORGANISER, 2, True),
    ],
)
def test_it_is_whose_withdrawal_it_was(sentence: str, role: Role, person: int, shown: bool) -> None:
    one = Submission(7, 1, "Ann", State.WITHDRAWN, "0" * 64, 9, "fern", "1", "0" * 32, 0, 0, True, None)
    who = Who(person, "Ann", role, frozenset(RIGHTS[role]), 1)
    page = submission_page(who, one, [Note(0, State.RECEIVED), Note(0, State.WITHDRAWN, sentence)], 0, {})
    assert page.values["may_roll_back"] is shown
