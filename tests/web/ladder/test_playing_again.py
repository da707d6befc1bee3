"""Tests the page of a version that does not play: whose button lets it play again, and whether it says that another
version plays.
"""

import pytest

from arena.ladder.accounts.rights import RIGHTS, Role, Who
from arena.ladder.submissions.notes import Note
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import TAKEN_OUT, Submission
from arena.web.ladder.page_values import submission_page


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
    page = submission_page(
        who, one, [Note(0, State.RECEIVED), Note(0, State.WITHDRAWN, sentence)], 0, {}, other_plays=False
    )
    assert page.values["may_roll_back"] is shown


@pytest.mark.parametrize(
    ("state", "other_plays", "shown"),
    [
        (State.REJECTED, False, False),
        (State.REJECTED, True, True),
        (State.RETRYING, False, False),
        (State.RETRYING, True, True),
        (State.SUPERSEDED, True, False),
    ],
)
def test_another_version_plays_only_where_there_is_one(state: State, other_plays: bool, shown: bool) -> None:
    one = Submission(7, 1, "Ann", state, "0" * 64, 9, "fern", "1", "0" * 32, 0, 0, False, None)
    who = Who(1, "Ann", Role.AUTHOR, frozenset(RIGHTS[Role.AUTHOR]), 1)
    page = submission_page(who, one, [Note(0, state)], 0, {}, other_plays=other_plays)
    assert page.values["other_plays"] is shown
