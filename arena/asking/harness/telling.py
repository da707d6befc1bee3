"""What a seat is told of a match, as parts of a batch: its own view, which holds what it may know and nothing else."""

from typing import Any

from arena.games.contract import Game
from arena.match import MatchSpec
from arena.protocol.codecs import codec_of
from arena.protocol.turns import encode_names, encode_opening, encode_seat, encode_start, encode_turn

# A state is Any: each game has a type of its own.


def start_part(spec: MatchSpec, game: Game[Any, Any], state: Any, seat: int, number: int, seed: int) -> bytes:  # noqa: ANN401
    """The start of a match, which has this number on its stream, from any state of it; `seed` is the bot's own."""
    setup = codec_of(spec.game).encode_setup(game.view(state, seat))
    return encode_start(number, seat, seed, encode_opening(spec, setup))


def turn_part(
    game: Game[Any, Any],
    state: Any,  # noqa: ANN401
    number: int,
    turn_id: int,
    bank_ms: int,
    names: bool = False,
) -> bytes:
    """The turn of the seat that must act in this state, with the names of actions for a bot that reads them."""
    seat = game.actor(state)
    assert seat is not None
    view, legal = codec_of(game.info.key).encode_view(game.view(state, seat)), game.legal_actions(state)
    if names:
        view += encode_names([game.action_name(state, action) for action in legal])
    return encode_turn(turn_id, encode_seat(number, seat), legal, bank_ms, view)
