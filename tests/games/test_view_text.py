"""Tests of the texts for bots that read words. A text must depend only on facts that the seat may know."""

from pathlib import Path
from random import Random

import pytest

from arena.games.chance import Chance
from arena.games.outside.entry import entry
from arena.games.outside.game import Standing
from arena.games.registry import BUILT_IN, GAMES, add_entry, create_game
from arena.games.view_text import MOST_RULES, RULES, position_of, rules_of
from tests.games.outside.known import forget_games
from tests.games.outside.pig import GAME

__all__ = ["forget_games"]

SEED = bytes(15) + b"\7"


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_position_in_words_does_not_depend_on_what_the_seat_cannot_know(key: str) -> None:
    game, rng = create_game(key), Random(3)
    seats, different = game.info.seats[-1], 0
    state = game.deal(seats, game.info.editions[0], Chance(SEED))
    for _ in range(40):
        seat = game.actor(state)
        assert seat is not None
        told = position_of(game, game.view(state, seat), seat, seats)
        assert f"seat {seat} (you)" in told
        other = game.sample(game.view(state, seat), rng)
        different += game.reveal(other) != game.reveal(state)
        assert position_of(game, game.view(other, seat), seat, seats) == told
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    assert different


def test_a_position_in_words_tells_the_own_dice_and_not_those_of_others() -> None:
    game = create_game("liars-dice")
    state = game.deal(2, "standard", Chance(SEED))
    told = [position_of(game, game.view(state, seat), seat, 2) for seat in (0, 1)]
    for seat in (0, 1):
        hands = list(state.state.hands)
        hands[1 - seat] = tuple(7 - die for die in hands[1 - seat])
        other = Standing(state.state._replace(hands=tuple(hands)), 2, 0, 0)
        assert position_of(game, game.view(other, seat), seat, 2) == told[seat]
        assert position_of(game, game.view(other, 1 - seat), 1 - seat, 2) != told[1 - seat]
    assert f"seat 0 ? ? ? ? ?, seat 1 (you) {' '.join(map(str, state.state.hands[1]))}" in told[1]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_of_the_house_has_rules_in_words(key: str) -> None:
    told = rules_of(key)
    assert GAMES[key].info.title.lower() in told.lower()
    assert len(told) < MOST_RULES


@pytest.mark.usefixtures("forget_games")
def test_rules_are_told_as_far_as_they_are_written_down_and_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "pig.py").touch()
    add_entry("pig", entry(GAME, "pig", "", str(tmp_path / "pig.py")))
    assert rules_of("pig") == ""
    (tmp_path / RULES).write_bytes(b"\xff" + b"x" * MOST_RULES)
    assert rules_of("pig") == "\N{REPLACEMENT CHARACTER}" + "x" * (MOST_RULES - 1)
