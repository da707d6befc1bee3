"""Tests of secrets: if the library says that a seat cannot distinguish two positions, the arena must send the same
bytes to the seat for both.
"""

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from typing import Any, NamedTuple, cast

import pytest

from arena.games.contract import Game
from arena.match import Step
from arena.match.frames import Onlooker
from arena.protocol.rows import encode_view
from arena.protocol.turns import encode_names, encode_turn
from tests.games.openspiel.random_matches import game_of, states
from tests.games.outside.known import forget_games
from tests.suite.sizes import full, sized

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]
MATCHES = sized(100, 200)
FIRST = 6
"""The number of states of each match that are compared, beginning with the first. Later, two random matches seldom show
a seat the same text.
"""
LEAST = 20
"""The fewest pairs of different positions that a test must find to be meaningful."""


class Twin(NamedTuple):
    """A position, and the bytes that the arena sends to the acting seat in it."""

    position: str
    sent: bytes


def twin_of(game: Game[Any, Any], before: Any, state: Any) -> Twin:
    """Returns the position `state` with what its acting seat is sent: the message about the turn, and the match page's
    frame as JSON.

    `before`: the state before `state`, or `state` itself. The frame tells a last action only if another seat acted in
    `before`. This action is that seat's first legal one, whichever it really took.
    """
    seat, legal = game.actor(state), game.legal_actions(state)
    assert seat is not None
    view = encode_view(game.view(state, seat))
    turn = encode_turn(0, b"", legal, 0, view + encode_names([game.action_name(state, action) for action in legal]))
    onlooker, told = Onlooker(game, seat), Step(None, None, None, False, state)
    if before is not state and game.actor(before) != seat:
        onlooker.frame(Step(None, None, None, False, before))
        action = game.legal_actions(before)[0]  # always the first, because the true action may be secret
        told = Step(game.actor(before), action, game.action_name(before, action), False, state)
    frame = onlooker.frame(told)
    shown = json.dumps([frame["board"], frame["taken"], frame["legal"], list(game.scores(state))])
    return Twin(f"{state.state.state.history()}{state.state.chosen}", turn + shown.encode())


def found_twins(game: Game[Any, Any]) -> Iterator[tuple[Twin, Twin]]:
    """Iterates over pairs of positions from random matches in which the acting seat sees the same text. Both positions
    of a pair are reached by the same number of actions.
    """
    first: dict[tuple[int, int, str], Twin] = {}
    for match in range(MATCHES):
        history = list(islice(states(game, match, match), FIRST))
        for count, (before, state) in enumerate(pairwise([history[0], *history])):
            seat = game.actor(state)
            if seat is not None:
                twin = twin_of(game, before, state)
                one = first.setdefault((count, seat, repr(game.view(state, seat).texts)), twin)
                if one.position != twin.position:
                    yield one, twin


def drawn_twins(game: Game[Any, Any]) -> Iterator[tuple[Twin, Twin]]:
    """Iterates over pairs of positions that the acting seat cannot distinguish: a position of a random match, and a
    position that the library draws at random from what this seat knows.
    """
    rng = Random(1)
    for state in states(game, 3):
        seat = game.actor(state)
        if seat is not None:
            other = state.state._replace(state=state.state.state.resample_from_infostate(seat, rng.random))
            drawn = type(state)(other, state.seats, state.taken, seat, state.luck)
            yield twin_of(game, state, state), twin_of(game, drawn, drawn)


def demand_alike(twins: Iterator[tuple[Twin, Twin]]) -> None:
    found = 0
    for one, other in twins:
        assert one.sent == other.sent, (one.position, other.position)
        found += one.position != other.position
    assert found >= LEAST


@pytest.mark.parametrize(
    "name",
    [
        "leduc_poker(players=3)",
        "liars_dice",
        "phantom_ttt",
        "goofspiel(imp_info=True,num_cards=4)",
        "sheriff",
        *(
            pytest.param(name, marks=full)
            for name in ("bargaining", "dark_hex", "dark_chess", "kriegspiel", "latent_ttt", "universal_poker")
        ),
    ],
)
def test_positions_that_a_seat_cannot_tell_apart_are_sent_to_it_as_the_same_bytes(name: str) -> None:
    demand_alike(found_twins(game_of(name)))


@pytest.mark.parametrize("name", ["euchre", *(pytest.param(name, marks=full) for name in ("hearts", "oh_hell"))])
def test_what_a_seat_does_not_know_can_be_drawn_again_and_it_is_sent_the_same_bytes(name: str) -> None:
    demand_alike(drawn_twins(game_of(name)))


class Leaking:
    """A game with a leak: the names of its actions contain the first card dealt, which is a secret of the first
    seat.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def action_name(self, state: Any, action: int) -> str:
        return self._game.action_name(state, action) + str(state.state.state.history()[0])


def test_a_leak_is_found() -> None:
    with pytest.raises(AssertionError):
        demand_alike(found_twins(cast("Game[Any, Any]", Leaking(game_of("leduc_poker(players=3)")))))
