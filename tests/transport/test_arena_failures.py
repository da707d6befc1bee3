"""Tests of errors in the arena itself: the host's method `play` raises them, no bot is blamed, and no task waits for
ever.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games.registry import create_game
from arena.match import Match
from arena.transport import Assignment, Clock, Finished, Host, Launch
from arena.transport.matches.assignments import Agenda
from tests.transport.hosting import CALM, GAME, assignment, miniature, run
from tests.transport.visiting import behaves, receive

pytestmark = pytest.mark.usefixtures("nothing_left")

THREE = ("first", "second", "third")


class Broken(Exception):  # noqa: N818  # no `Error` in the name: the tests raise it on purpose
    """An error that the tests raise inside the arena."""


def break_down(*_: object) -> Any:  # replaces any part of the arena
    raise Broken


def at_one_table(number: int) -> Assignment:
    return assignment(number, THREE)


def live_with(
    on_finished: Callable[[Finished], None] = lambda _: None,
    on_progress: Callable[[Match], None] | None = None,
    launches: Sequence[Launch] = (),
    assignments: Callable[[], Iterator[Assignment]] = lambda: map(at_one_table, range(9)),
    game: Any = GAME,  # or a stand-in that fails
) -> None:
    """Plays matches on a host; raises the error that one of the arguments causes. The players in THREE that are not in
    `launches` are guests.
    """
    started = {launch.name for launch in launches}
    manners = dict.fromkeys((name for name in THREE if name not in started), behaves)
    receive(manners, assignments, launches, None, CALM, on_progress, 2, on_finished, game)


class BrokenGame:
    """The game Verräter with one broken method, which works only for the first `after` calls."""

    def __init__(self, question: str, after: int) -> None:
        self._game, self._question, self._left = create_game("verraeter"), question, after

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._game, name)
        if name != self._question:
            return answer

        def ask(*arguments: object) -> object:
            self._left -= 1
            return answer(*arguments) if self._left >= 0 else break_down()

        return ask


def broken_game(question: str, after: int) -> Any:
    return BrokenGame(question, after)


def late_trouble() -> Iterator[Assignment]:
    yield from (assignment(number, THREE) for number in range(260))
    break_down()


def test_an_error_in_reporting_a_match_ends_the_host() -> None:
    with pytest.raises(Broken):
        live_with(on_finished=break_down)


def test_an_error_in_following_a_match_ends_the_host() -> None:
    with pytest.raises(Broken):
        live_with(on_progress=break_down)


def test_an_error_in_the_schedule_ends_the_host() -> None:
    with pytest.raises(Broken):
        live_with(assignments=late_trouble)


@pytest.mark.parametrize(("question", "after"), [("deal", 0), ("deal", 4), ("take", 100), ("view", 30), ("scores", 1)])
def test_an_error_in_the_engine_ends_the_host(question: str, after: int) -> None:
    with pytest.raises(Broken):
        live_with(game=broken_game(question, after))


def test_an_error_while_a_lost_bot_is_dealt_with_ends_the_host() -> None:
    name = "crashes_in_turn"
    table = (name, "first", "second")
    with pytest.raises(Broken):
        live_with(
            launches=[miniature(name)],
            assignments=lambda: (assignment(number, table) for number in range(5)),
            on_progress=lambda match: break_down() if match.faults else None,
        )


def test_an_error_while_a_timeout_is_dealt_with_ends_the_host() -> None:
    clock = Clock(bank_ms=200, increment_ms=0, startup_ms=20_000)

    def broken_at_a_fault(match: Match) -> None:
        if match.faults:
            break_down()

    with pytest.raises(Broken):
        receive(
            dict.fromkeys(THREE[:2], behaves),
            lambda: [assignment(0, ("stalls", "first", "second"))],
            [miniature("stalls")],
            clock=clock,
            on_progress=broken_at_a_fault,
        )


def test_a_command_that_cannot_be_one_ends_the_host() -> None:
    with pytest.raises(ValueError, match="null byte"):
        live_with(launches=[Launch("first", ("\0",), Path())])


def of_no_edition() -> Assignment:
    spec, seeds = assignment(0, THREE).spec, (1, 2, 3)
    return Assignment(replace(spec, edition="no such edition"), seeds)


def test_an_edition_the_game_lacks_ends_the_host() -> None:
    with pytest.raises(ArenaError, match="no such edition"):
        live_with(assignments=lambda: iter([of_no_edition()]))


def test_an_error_when_a_bot_is_ready_is_not_forgotten() -> None:
    async def live() -> None:
        async with Host(GAME, [miniature("behaves", name) for name in THREE], CALM, 2) as host:
            await host.play([assignment(0, THREE)], lambda _: None)
            host._matches._agenda = Agenda([of_no_edition()])
            host._crew._on_ready()
            await host.play([], lambda _: None)

    with pytest.raises(ArenaError, match="no such edition"):
        run(live())
