"""Samples turns of a game and writes them as lines of a turns file, a file on which the tests in a new bot's folder try
the bot.
"""

from collections.abc import Iterable
from random import Random
from typing import Final

from arena.asking.harness.messages import start_part, turn_part
from arena.games.registry import create_game
from arena.match import Entrant, Match, MatchSpec
from arena.protocol.turns import Wants
from arena.protocol.v1.arena_pb2 import Batch, MatchStart, Turn

SAMPLE_TURNS: Final = 24
"""The minimum number of sampled turns. The maximum is 2 * SAMPLE_TURNS - 1. If the seat has fewer turns than the
minimum, all its turns are sampled.
"""
SEAT: Final = 0
NUMBER: Final = 1
"""The match's number on its message stream, and the seed of the deal, of the random choices, and of the bot."""
BANK_MS: Final = 60_000
_NOBODY: Final = bytes(16)


def sample_turns(key: str, seats: int, edition: str, *, names: bool = False) -> str:
    """Plays a match in which all seats choose at random, and returns evenly spaced turns of one seat as the text of a
    turns file.

    `names`: whether the turns include the names of the legal actions.
    """
    game, rng = create_game(key), Random(NUMBER)  # noqa: S311  # not for secrets
    entrants = tuple(Entrant(f"seat {seat}", "1", _NOBODY) for seat in range(seats))
    version, deal = game.info.rules_version, NUMBER.to_bytes(len(_NOBODY), "big")
    match = Match(MatchSpec(_NOBODY, key, version, edition, _NOBODY, deal, entrants), game)
    start = Batch.FromString(start_part(match.spec, game, match.state, SEAT, NUMBER, NUMBER)).starts[0]
    turns = []
    while match.actor is not None:
        if match.actor == SEAT:
            part = turn_part(game, match.state, seats, NUMBER, 1 + len(match.actions), BANK_MS, Wants(names))
            turns.append(Batch.FromString(part).turns[0])
        match.choose(rng.choice(match.legal))
    chosen = turns[:: max(1, len(turns) // SAMPLE_TURNS)]
    return turn_lines("Turns of one seat, to try a bot on", start, chosen)


def turn_lines(what: str, start: MatchStart, turns: Iterable[Turn]) -> str:
    """Returns the text of a turns file with this start of a match and these turns; `what` describes the turns in the
    file's heading.
    """
    heading = f"# {what}. start MATCH_START_IN_HEX, then: turn TURN_IN_HEX"
    return "\n".join([heading, f"start {hexadecimal(start)}", *(f"turn {hexadecimal(turn)}" for turn in turns)]) + "\n"


def hexadecimal(message: MatchStart | Turn) -> str:
    """Returns the message in hexadecimal, the form in which a turns file stores it."""
    return message.SerializeToString(deterministic=True).hex()
