"""Tests that every game describes its matches with the sentences of its catalogue. The viewer in these tests
sees all secrets.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

from arena.games.contract import Words
from arena.games.registry import GAMES
from arena.match import Step
from arena.match.frames import ALL, Eyes, Onlooker
from arena.match.moments import moments
from leaderboards.pages.texts import room_texts
from tests.games.matches import Case, every_case, spread, states_of

NAMES: Final = ("ann", "ben", "cid", "dora", "emil")
TOTAL: Final = re.compile(r"(\w+) (?:scores|loses) \d+ points? and has (-?\d+)\.")


class Told(NamedTuple):
    """The sentence for an action and the sentences for its effects."""

    deed: str
    events: list[str]


def words_of(case: Case) -> Words:
    """Returns the object that makes the game's sentences, in English."""
    setup = case.game.setup(case.game.view(case.deal(1), 0))
    return GAMES[case.key].words(setup, NAMES[: case.seats], room_texts("en", f"games/{case.key}/browser"))


def told(case: Case, steps: Any, eyes: Eyes = ALL) -> Iterator[Told]:  # states with the actions taken
    """Iterates over the sentences for each action and its effects."""
    words, onlooker = words_of(case), Onlooker(case.game, eyes)
    steps = list(steps)
    before = onlooker.frame(Step(None, None, None, False, steps[0][0]))["board"]
    for (was, action), (state, _) in pairwise(steps):
        seat, name = case.game.actor(was), case.game.action_name(was, action)
        deed, events = "", []
        for moment in moments(onlooker.frame(Step(seat, action, name, False, state)), words):
            deed += moment.deed(words, before)
            events += moment.events(words, before)
            before = moment.board
        yield Told(deed, events)


@every_case
def test_all_that_is_told_are_sentences_a_terminal_can_show(case: Case) -> None:
    for one in told(case, states_of(case, 1)):
        for line in (one.deed, *one.events):
            assert line.isprintable()
            assert line.endswith(".")
            assert len(line) < 400


@every_case
def test_the_last_total_told_of_a_seat_is_its_score(case: Case) -> None:
    totals = dict.fromkeys(NAMES[: case.seats], 0)
    for one in told(case, states_of(case, 2)):
        totals |= {name: int(total) for name, total in TOTAL.findall(" ".join(one.events)) if name in totals}
    *_, (state, _) = states_of(case, 2)
    assert list(totals.values()) == list(case.game.scores(state))


@every_case
def test_a_board_as_text_names_every_seat_and_its_points(case: Case) -> None:
    for state, _ in spread(states_of(case, 5), 30):
        setup = case.game.setup(case.game.view(state, 0))
        lines = GAMES[case.key].board(setup, case.game.reveal(state), NAMES[: case.seats])
        assert all(line.isprintable() for line in lines)
        for name, score in zip(NAMES, case.game.scores(state), strict=False):
            assert any(line.startswith(f"{name}:") and f"points {score}" in line for line in lines)
