"""Tests that a record contains the opening actions of its match exactly if the game draws no other random values. The
arena must notice every random value that the game draws, even during the match.
"""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from arena.games.chance import Chance
from arena.games.outside.game import Outside
from arena.games.outside.luck import Watched
from arena.games.registry import create_game
from arena.match import Entrant, Match, MatchRecord, MatchSpec
from arena.match.rerun import rerun
from arena.protocol.records import decode_record, encode_record
from tests.games.outside.pig import GAME, Pig

CONNECT_FOUR = create_game("connect-four", "openings = 3\n")


def played(game: Any, deal: int) -> MatchRecord:
    entrants = (Entrant("ann", "1", bytes(16)), Entrant("ben", "1", bytes(16)))
    spec = MatchSpec(bytes(16), game.info.key, 1, "standard", bytes(16), deal.to_bytes(16, "big"), entrants)
    match, rng = Match(spec, game), Random(1)
    while match.actor is not None:
        assert match.choose(rng.choice(match.legal))
    return match.record()


def test_the_opening_is_what_was_drawn_where_a_game_has_no_other_luck() -> None:
    record = played(CONNECT_FOUR, 1)
    assert record.opening is not None
    state = create_game("connect-four").deal(2, "standard", Chance(bytes(16)))
    for action in record.opening:
        state = CONNECT_FOUR.take(state, action)
    assert CONNECT_FOUR.view(state, 0) == CONNECT_FOUR.view(
        CONNECT_FOUR.deal(2, "standard", Chance(record.spec.deal)), 0
    )
    assert len(record.opening) == 3
    assert len({played(CONNECT_FOUR, deal).opening for deal in range(9)}) > 5


def test_a_game_without_any_luck_has_an_empty_opening_and_one_with_luck_has_none() -> None:
    assert {played(create_game("connect-four"), deal).opening for deal in range(3)} == {()}
    assert played(Outside(GAME, "pig", 2), 1).opening is None


@pytest.mark.parametrize(
    "draw",
    [
        lambda chance: chance.seed,
        lambda chance: chance.pick("die", 0, range(6)),
        lambda chance: chance.shuffled("cards", 0, range(6)),
        lambda chance: copy.deepcopy(chance).event("die", 0),
        pickle.dumps,
        hash,
    ],
)
def test_whatever_is_drawn_is_luck(draw: Callable[[Chance], object]) -> None:
    watched = Watched(Chance(b"c" * 16))
    assert not watched.drawn
    draw(watched)
    assert watched.drawn


def test_comparing_a_chance_draws_nothing_and_what_is_pickled_or_hashed_is_the_same() -> None:
    watched = Watched(Chance(b"c" * 16))
    assert watched != Watched(Chance(b"d" * 16))
    assert watched == Watched(Chance(b"c" * 16))
    assert not watched.drawn
    assert len({watched, Watched(Chance(b"c" * 16)), pickle.loads(pickle.dumps(watched))}) == 1


class LatePig(Pig):
    """A version of pig that copies its state before each action, and draws from the copied random source."""

    def apply(self, state: Any, action: int) -> Any:
        return super().apply(copy.deepcopy(state), action)


def test_luck_that_a_copied_state_draws_is_luck() -> None:
    assert played(Outside(LatePig(), "pig"), 1).opening is None


def test_a_record_keeps_the_opening_and_a_false_one_is_found() -> None:
    record = played(CONNECT_FOUR, 1)
    assert decode_record(encode_record(record)) == record
    assert rerun(record, CONNECT_FOUR) == []
    forged = MatchRecord(record.spec, record.actions, record.faults, record.scores, record.ranks, opening=(0, 0, 0))
    assert [difference.part for difference in rerun(forged, CONNECT_FOUR)] == ["opening"]
    before = MatchRecord(record.spec, record.actions, record.faults, record.scores, record.ranks)
    assert decode_record(encode_record(before)).opening is None
    assert rerun(before, CONNECT_FOUR) == []
