"""Tests that no byte of a frame depends on information that the viewer cannot have. A frame has the board, the actions
that become known with it, and the intermediate boards (stages) since the frame before.

The tests play two histories of a match that a seat cannot distinguish. In the second one, the cards that the seat does
not know are dealt differently. In the phases of SECRET the other seats also take different actions, if this seat's game
views hide the difference. The seat must receive the same frames in both histories. So must a spectator, who sees only
the open table.
"""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from arena.games.contract import Game
from arena.match import Step
from arena.match.frames import ALL, TABLE, Eyes, Onlooker
from tests.games.matches import CASES, Case, every_case, states_of
from tests.suite.sizes import sized

PAIRS = 60
"""The maximum number of pairs of histories for one match; the pairs begin at regular intervals of the match."""
LONGEST = 12
"""The maximum number of actions in one history."""
SEEDS = range(sized(1, 2))
SECRET = ("draft", "divining")
"""The phases in which an action may be hidden from other seats, by the rules V-2.2 of Verräter and R-28 of Het Verraad.
In all other phases every seat knows the action, even if no view shows it.
"""

games_once = pytest.mark.parametrize(
    "case", [Case("verraeter", "official", 4), Case("hetverraad", "strategic", 3)], ids=lambda case: case.key
)


class Watched:
    """One of two histories that are compared, and the frames that the viewers `eyes` receive."""

    def __init__(self, game: Game[Any, Any], state: Any, eyes: list[Eyes]) -> None:
        self.game, self.state = game, state
        self.onlookers = [Onlooker(game, looking) for looking in eyes]
        self.frames = [self._shown(Step(None, None, None, False, state))]

    def take(self, action: int) -> None:
        """Takes an action, and records the new frames."""
        game, state = self.game, self.state
        self.state = game.apply(state, action)
        step = Step(game.actor(state), action, game.action_name(state, action), False, self.state)
        self.frames.append(self._shown(step))

    def _shown(self, step: Step) -> str:
        return json.dumps([onlooker.frame(step) for onlooker in self.onlookers])


def seen(game: Game[Any, Any], state: Any, action: int, seat: int) -> list[object]:
    """Returns everything that the seat sees of an action: its views of all stages of the action."""
    return [game.view(stage, seat) for stage in game.stages(state, action)]


def look_alike(case: Case, one: Any, action: int, two: Any, seat: int) -> int | None:
    """Returns an action in the state `two` that looks to the seat like `action` in the state `one`; None if no action
    does. If several actions do, it returns one that differs from `action`.
    """
    game = case.game
    secret = game.reveal(one)["phase"] in SECRET and game.actor(one) != seat
    others = [other for other in game.legal_actions(two) if secret or other == action]
    wanted = seen(game, one, action, seat)
    alike = [other for other in others if seen(game, two, other, seat) == wanted]
    return min(alike, key=lambda other: other == action, default=None)


def pairs(case: Case, seed: int, eyes: Callable[[int], list[Eyes]]) -> Iterator[tuple[Watched, Watched]]:
    """Yields pairs of histories that one seat, drawn for each pair, cannot distinguish. Both histories of a pair begin
    at the same point of a match. A pair ends when the second history has no action that looks to the seat like the next
    action of the first history, or after LONGEST actions.
    """
    rng = random.Random(seed)
    history = list(states_of(case, seed))
    for start in range(0, len(history), -(-len(history) // PAIRS)):
        seat, state = rng.randrange(case.seats), history[start][0]
        other = case.game.sample(case.game.view(state, seat), rng)
        other.chance = state.chance
        one, two = (Watched(case.game, beginning, eyes(seat)) for beginning in (state, other))
        for _, action in history[start : start + LONGEST]:
            alike = None if action is None else look_alike(case, one.state, action, two.state, seat)
            if action is None or alike is None:
                break
            one.take(action)
            two.take(alike)
        yield one, two


def check(case: Case, seed: int, eyes: Callable[[int], list[Eyes]] = lambda seat: [seat, TABLE]) -> int:
    """Asserts that both histories of each pair have equal frames. Returns the number of frames that each viewer
    receives in one history, added up over all pairs whose final states differ.
    """
    differed = 0
    for one, two in pairs(case, seed, eyes):
        assert one.frames == two.frames
        differed += len(one.frames) * (one.state != two.state)
    return differed


@every_case
def test_frames_tell_apart_only_what_the_seat_can_tell_apart(case: Case) -> None:
    for seed in SEEDS:
        assert check(case, seed) > 60


class Leaking:
    """A game in which some methods are replaced, so that it reveals secrets."""

    def __init__(self, game: Game[Any, Any], **answers: Any) -> None:
        self._game = game
        self.__dict__.update(answers)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_game"], name)


class Leaky(NamedTuple):
    """A test case whose game reveals secrets."""

    key: str
    edition: str
    seats: int
    game: Any

    def deal(self, seed: int) -> Any:
        return Case(self.key, self.edition, self.seats).deal(seed)


def leaky(case: Case, **answers: Any) -> Any:
    return Leaky(case.key, case.edition, case.seats, Leaking(case.game, **answers))


@games_once
def test_an_open_table_with_the_secrets_of_a_seat_is_caught(case: Case) -> None:
    game = case.game
    with pytest.raises(AssertionError):
        check(leaky(case, open_table=lambda state: game.show(game.view(state, 0))), 0)


@games_once
def test_an_open_table_with_all_secrets_is_caught(case: Case) -> None:
    with pytest.raises(AssertionError):
        check(leaky(case, open_table=case.game.reveal), 0)


@games_once
def test_eyes_that_see_all_are_caught(case: Case) -> None:
    with pytest.raises(AssertionError):
        check(case, 0, lambda _: [ALL])


@games_once
def test_legal_actions_told_to_another_seat_are_caught(case: Case) -> None:
    with pytest.raises(AssertionError):
        check(case, 0, lambda seat: [(seat + 1) % case.seats])


@pytest.mark.parametrize("secret", [lambda *_: (), lambda was, action, seat, now: () if seat is None else ("role",)])
def test_a_log_that_tells_a_role_too_early_is_caught(secret: Callable[..., Any]) -> None:
    case = Case("verraeter", "official", 4)
    with pytest.raises(AssertionError):
        check(leaky(case, secret_parts=secret), 0)


def test_there_are_cases_of_both_games() -> None:
    assert {case.key for case in CASES} == {"verraeter", "hetverraad"}
