"""Tests that games of OpenSpiel of every kind are played, repeated from their record, and shown frame by frame."""

import json

import pytest

from arena.games.outside.view import RowsView
from arena.match.frames import ALL, TABLE, Onlooker
from arena.match.replay import replay
from arena.match.rerun import rerun
from arena.protocol.rows import decode_view, encode_setup, encode_view
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.testing.bench import Bench
from arena.testing.check import NAMES, Checking, Verdict
from arena.testing.limits import Limits
from tests.games.openspiel.random_matches import game_of, record_of, states
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]
KINDS = {
    "a board": "breakthrough(rows=6,columns=6)",
    "a board by columns": "connect_four",
    "dice": "pig(winscore=20)",
    "uneven luck": "backgammon",
    "hidden cards": "leduc_poker",
    "three seats that share a pot": "leduc_poker(players=3)",
    "four seats in two teams": "euchre",
    "scores in fractions": "skat",
    "an observation alone": "coin_game",
    "at once": "goofspiel(num_cards=5)",
    "at once, and hidden": "goofspiel(imp_info=True,num_cards=5,players=3)",
    "at once, without luck": "oshi_zumo(coins=10)",
    "hidden, without luck": "phantom_ttt",
    "a text alone": "sheriff",
    "made of another game": "misere(game=kuhn_poker())",
    "long names": "battleship(board_width=3,board_height=3,ship_sizes=[2],ship_values=[1],num_shots=3)",
}


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_a_random_match_is_the_same_again_and_is_shown(name: str) -> None:
    game = game_of(name)
    record = record_of(game, 7)
    assert len(record.actions) > 1
    assert all(type(score) is int for score in record.scores)
    assert min(record.ranks) == 1
    assert rerun(record, game) == []
    eyes = [Onlooker(game, looking) for looking in (ALL, TABLE, 0)]
    frames = [json.dumps([onlooker.frame(step) for onlooker in eyes]) for step in replay(record, game)]
    assert len(frames) == 1 + len(record.actions)


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_a_game_passes_the_checks_of_games(name: str) -> None:
    checking = Checking(Bench(name, lambda: game_of(name), Limits()))
    outcomes = [checking.outcome(check) for check in NAMES]
    assert [outcome for outcome in outcomes if outcome.verdict is Verdict.FAIL] == []
    assert {"matches", "names", "replays", "luck"} <= {one.name for one in outcomes if one.verdict is Verdict.PASS}


def test_a_bot_reads_what_was_told() -> None:
    game = game_of("leduc_poker(players=3)")
    for state in states(game, 3):
        for seat in range(3):
            view: RowsView = game.view(state, seat)
            start, turn = MatchStart.FromString(encode_setup(view)), Turn.FromString(encode_view(view))
            turn.seat = seat
            assert decode_view(game, start, turn).rows() == view.rows()
    assert {row.name: row.of for row in start.schema.rows} == {"text": "information", "tensor": "information"}
    assert view.rows()["text"] == [state.state.state.information_state_string(2)]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tic_tac_toe", {"text": "position", "tensor": "position", "board": "cell"}),
        ("coin_game", {"text": "observation"}),
        ("gin_rummy", {"text": "observation", "tensor": "observation"}),
        ("kriegspiel", {"text": "information"}),
    ],
)
def test_bots_are_told_whether_they_see_a_position_or_must_remember(name: str, told: dict[str, str]) -> None:
    assert {row.name: row.of for row in game_of(name).schema} == told


def test_seats_that_choose_at_once_are_asked_together_and_see_nothing_of_each_other() -> None:
    game = game_of("goofspiel(num_cards=4,players=3)")
    state = next(states(game, 1))
    assert [game.actor(asked) for asked in game.asked(state)] == [0, 1, 2]
    after = game.apply(state, game.legal_actions(state)[-1])
    assert game.view(after, 2) == game.view(state, 2)
    assert game.secret_parts(state, 0, None, after) == ("text", "targets")


def test_a_state_stays_as_it_is() -> None:
    game = game_of("goofspiel(num_cards=4)")
    for state in states(game, 1):
        before = str(state.state.state), state.state.chosen
        for action in game.legal_actions(state):
            game.take(state, action)
        assert (str(state.state.state), state.state.chosen) == before


def test_what_is_hidden_is_told_by_no_name_of_an_action_until_the_end() -> None:
    game = game_of("phantom_ttt")
    first, second, *_, last = states(game, 1)
    other = 1 - first.actor
    assert game.secret_parts(first, 0, other, second) == ("text", "targets")
    assert game.secret_parts(first, 0, other, last) == ()
