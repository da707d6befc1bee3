"""Tests of the class Search: it returns a seat's view in a turn, and random states that give the seat this view."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import arena.bot
from arena.bot import MatchStart, Search
from arena.errors import ArenaError
from arena.games.finding import add_file
from tests.games.matches import Case, facts, states_of
from tests.games.outside import pig
from tests.games.outside.known import forget_games
from tests.protocol.coded import coded_case, read_start, read_turn, start_bytes, turn_bytes

__all__ = ["forget_games"]


@coded_case
def test_a_search_sees_the_view_and_draws_states_that_fit_it(case: Case) -> None:
    for state, action in list(states_of(case, 31))[::5]:
        seat = case.game.actor(state)
        if action is None or seat is None:
            continue
        search = Search(read_start(start_bytes(case, state, seat)))
        turn = read_turn(turn_bytes(case, state, seat))
        view = facts(case.game.view(state, seat))
        assert facts(search.view(turn)) == view
        drawn = search.states(turn, 3, Random(1))
        assert len(drawn) == 3
        for one in drawn:
            assert search.game.actor(one) == seat
            assert tuple(search.game.legal_actions(one)) == tuple(turn.legal)
            assert facts(search.game.view(one, seat)) == view


@coded_case
def test_the_same_random_numbers_give_the_same_states(case: Case) -> None:
    state, _ = list(states_of(case, 32))[20]
    seat = case.game.actor(state)
    assert seat is not None
    search, turn = Search(read_start(start_bytes(case, state, seat))), read_turn(turn_bytes(case, state, seat))
    one, two, other = (facts(search.states(turn, 4, Random(seed))) for seed in (1, 1, 2))
    assert one == two != other


def test_a_game_in_a_file_is_searched_once_the_bot_has_named_the_file(
    tmp_path: Path, forget_games: Callable[[], None]
) -> None:
    file = Path(shutil.copy(pig.__file__, tmp_path / "pig.py"))
    start = MatchStart(game="pig")
    with pytest.raises(ArenaError, match="the game 'pig' does not exist") as caught:
        Search(start)
    assert caught.value.hint
    assert "add_file(Path(__file__)" in caught.value.hint
    add_file(file)
    assert Search(start).game.info.title == "Pig"


def test_a_bot_that_does_not_search_starts_without_the_engines() -> None:
    seen = "import sys; from arena.bot import Bot, run; print(sorted(name for name in sys.modules if 'games' in name))"
    assert subprocess.run((sys.executable, "-c", seen), check=True, capture_output=True, text=True).stdout == "[]\n"


def test_whoever_looks_what_the_kit_has_finds_all_of_it() -> None:
    assert {*arena.bot.__all__} <= {*dir(arena.bot)}
