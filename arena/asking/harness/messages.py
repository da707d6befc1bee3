"""Encodes the messages of a match to one seat, with only the information that this seat may have."""

from typing import Any, Final

from arena.games.contract import Game
from arena.games.view_text import position_of, rules_of
from arena.match import MatchSpec
from arena.protocol.codecs import codec_of
from arena.protocol.turns import (
    Wants,
    encode_names,
    encode_opening,
    encode_position,
    encode_rules,
    encode_seat,
    encode_start,
    encode_turn,
)

# ANN401 is ignored because each game has its own type of state.


NOTHING: Final = Wants()


def start_part(
    spec: MatchSpec,
    game: Game[Any, Any],
    state: Any,  # noqa: ANN401
    seat: int,
    number: int,
    seed: int,
    wants: Wants = NOTHING,
) -> bytes:
    """Returns the start of a match for one seat, encoded as a part of a message.

    `state`: any state of the match. `number`: identifies the match on the bot's stream. `seed`: the random seed for the
    bot. `wants`: the optional texts that the bot has requested in its Hello.
    """
    setup = codec_of(spec.game).encode_setup(game.view(state, seat))
    rules = encode_rules(rules_of(spec.game)) if wants.words else b""
    return encode_start(number, seat, seed, encode_opening(spec, setup) + rules)


def turn_part(
    game: Game[Any, Any],
    state: Any,  # noqa: ANN401
    seats: int,
    number: int,
    turn_id: int,
    bank_ms: int,
    wants: Wants = NOTHING,
) -> bytes:
    """Returns the turn of the seat to act in this state, encoded as a part of a message.

    `seats`: the number of seats in the match. `number`: identifies the match on the bot's stream. `turn_id`: identifies
    the turn. `bank_ms`: the thinking time left, in milliseconds. `wants`: the optional names and texts that the bot has
    requested in its Hello.
    """
    seat = game.actor(state)
    assert seat is not None
    view, legal = game.view(state, seat), game.legal_actions(state)
    told = codec_of(game.info.key).encode_view(view)
    if wants.names:
        told += encode_names([game.action_name(state, action) for action in legal])
    if wants.words:
        told += encode_position(position_of(game, view, seat, seats))
    return encode_turn(turn_id, encode_seat(number, seat), legal, bank_ms, told)
