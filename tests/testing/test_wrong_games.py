"""Tests the checks with games that each make one mistake: exactly one check reports it, in one sentence."""

import inspect
from itertools import count
from typing import Any

import pytest

from arena.games.outside.game import Outside
from arena.testing.bench import Bench
from arena.testing.check import NAMES, Checking, Outcome, Verdict
from arena.testing.limits import Limits
from tests.games.outside.pig import GAME, Pig, State
from tests.testing import wrong_games
from tests.testing.wrong_games import (
    IN_A_MATCH,
    PLAIN,
    WRONG,
    Both,
    Cards,
    Changing,
    Failing,
    Halves,
    Hanging,
    Naming,
    Open,
    Showing,
    Slow,
    Together,
    Twice,
)

SMALL = Limits(matches=2, states=12, deals=60)
HASTY = SMALL._replace(seconds=0.05, call_seconds=0.1)


def outcomes(game: object, limits: Limits = SMALL) -> dict[str, Outcome]:
    checking = Checking(Bench("it", lambda: Outside(game, "it"), limits))
    return {name: checking.outcome(name) for name in NAMES}


@pytest.mark.parametrize("kind", WRONG)
def test_one_check_finds_it_and_says_so_in_one_sentence(kind: type) -> None:
    name, said = WRONG[kind]
    found = outcomes(kind(), HASTY if kind in (Slow, Hanging) else SMALL)
    failed = [outcome for outcome in found.values() if outcome.verdict is Verdict.FAIL]
    assert [outcome.name for outcome in failed] == [name]
    happened = failed[0].happened
    assert happened.startswith("the game ")
    assert said in happened
    assert "\n" not in happened
    assert failed[0].expected
    assert bool(failed[0].advice) == (kind not in PLAIN)
    if kind.__name__ in IN_A_MATCH:
        assert "edition standard, 2 seats, deal 0, after the actions [" in happened


@pytest.mark.parametrize("kind", [Halves, Failing, Changing, Naming, Twice, Showing, Open, Hanging])
def test_the_sentence_leads_to_the_line(kind: type) -> None:
    name, _ = WRONG[kind]
    found = outcomes(kind(), HASTY if kind is Hanging else SMALL)[name].happened
    lines, first = inspect.getsourcelines(kind)
    numbers = [
        number for number in range(first, first + len(lines)) if f"{wrong_games.__file__}, line {number}" in found
    ]
    assert len(numbers) == 1, found


@pytest.mark.parametrize("game", [GAME, Cards(), Together(), Both()], ids=["pig", "cards", "together", "both"])
def test_nothing_is_wrong_with_a_right_game(game: object) -> None:
    found = outcomes(game)
    assert [outcome.happened for outcome in found.values() if outcome.verdict is Verdict.FAIL] == []
    assert found["matches"].verdict is Verdict.PASS


def test_what_was_tried_is_told_and_what_was_not_proved() -> None:
    cards, pig = outcomes(Cards()), outcomes(GAME)
    assert cards["facts"].detail == "Cards; 2 to 3 seats; editions standard; 2 actions; rows card, played, pile"
    assert cards["secrets"].detail == (
        "120 deals: no row tells what another one hides; "
        "80 pairs that look alike to a seat went on with the same actions: and they opened nothing"
    )
    assert outcomes(Both())["at-once"].detail == (
        "6 choices of seats that are asked together, which nobody could see; 14 in turn"
    )
    assert pig["secrets"].verdict is Verdict.SKIPPED
    assert pig["secrets"].detail == "no row hides anything: every seat sees the same"
    assert pig["sample"].detail == "it has no method sample: bots cannot search in it"


def test_what_can_be_converted_is_right() -> None:
    class Converted(Pig):
        def legal_actions(self, state: State) -> Any:
            return iter([Whole(action) for action in super().legal_actions(state)])

    assert outcomes(Converted())["purity"].verdict is Verdict.PASS


class Whole:
    """A number that is not an int but can be converted to an int, like numpy's integers."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_rows_and_actions_without_end_are_told() -> None:
    class Rows(Pig):
        def rows(self, state: State, seat: int | None) -> Any:
            return {"score": count(), "turn": 0}

    class Actions(Pig):
        def legal_actions(self, state: State) -> Any:
            return count()

    assert "rows, 'score', returned " in outcomes(Rows())["rows"].happened
    assert "legal_actions returned " in outcomes(Actions())["matches"].happened


def test_time_that_is_up_is_told() -> None:
    found = outcomes(GAME, SMALL._replace(seconds=0))
    assert found["matches"].verdict is Verdict.FAIL
    assert "within 0 actions, which took 0 s of processor time" in found["matches"].happened
