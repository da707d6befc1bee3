"""Tests that the view that a bot decodes equals the engine's view, in every edition and with every number of seats."""

import pytest

from arena.games.registry import create_game
from arena.protocol.codecs import CODECS
from tests.games.matches import CASES, Case, facts, many_states_of
from tests.protocol.coded import CODED_CASES, codec_of, coded_case, read_start, read_turn, start_bytes, turn_bytes
from tests.suite.sizes import sized

SEEDS = range(sized(1, 3))


@coded_case
def test_a_view_is_the_same_when_it_has_been_on_the_wire(case: Case) -> None:
    codec = codec_of(case)
    for seed in SEEDS:
        for state, action in many_states_of(case, seed):
            seat = case.game.actor(state)
            if action is None or seat is None:
                continue
            start, turn = read_start(start_bytes(case, state, seat)), read_turn(turn_bytes(case, state, seat))
            view = codec.decode_view(codec.decode_game(start), start, turn)
            assert facts(view) == facts(case.game.view(state, seat))


@coded_case
def test_a_turn_names_the_seat_and_the_legal_actions(case: Case) -> None:
    for state, action in many_states_of(case, 20):
        if action is not None:
            seat = case.game.actor(state)
            assert seat is not None
            turn = read_turn(turn_bytes(case, state, seat))
            assert turn.seat == seat
            assert turn.WhichOneof("view") == case.key
            assert tuple(turn.legal) == case.game.legal_actions(state)


@coded_case
def test_no_byte_of_a_message_is_unknown_to_the_generated_classes(case: Case) -> None:
    for state, _ in many_states_of(case, 21):
        for message in (read_turn(turn_bytes(case, state, 0)), read_start(start_bytes(case, state, 0))):
            size = message.ByteSize()
            message.DiscardUnknownFields()
            assert message.ByteSize() == size


@coded_case
def test_the_set_up_never_changes_in_a_match_and_is_the_same_for_all_seats(case: Case) -> None:
    setups = {
        codec_of(case).encode_setup(case.game.view(state, seat))
        for state, _ in many_states_of(case, 22)
        for seat in range(case.seats)
    }
    assert len(setups) == 1


@coded_case
def test_a_game_made_of_a_start_plays_as_the_arena_does(case: Case) -> None:
    for state, action in many_states_of(case, 23):
        game = codec_of(case).decode_game(read_start(start_bytes(case, state, 0)))
        if action is not None:
            assert game.legal_actions(state) == case.game.legal_actions(state)
            assert facts(game.apply(state, action)) == facts(case.game.apply(state, action))


@pytest.mark.parametrize("key", CODECS)
def test_a_codec_has_a_game(key: str) -> None:
    assert create_game(key).info.key == key
    assert {case for case in CODED_CASES if case.key == key} == {case for case in CASES if case.key == key} != set()
