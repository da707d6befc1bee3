"""Reads the identity of a league from its store, and checks types and bounds.

The checks protect pages and tables, which compute with the numbers in the identity. For example, they compute the
number of matches in a block (one deal in all seatings) from the number of seats.
"""

import json
from typing import Any, Final

from arena.games.entry import MOST_SEATS
from arena.games.registry import GAMES

MOST_BOTS: Final = 3_000
"""The most bots in one league; the limit exists because the work on pairs of bots grows with the square of the number
of bots.
"""
MOST_MS: Final = 10**12
TYPES: Final = {"name": str, "game": str, "seatings": str, "seats": int, "bank_ms": int, "increment_ms": int}
TYPES_IF_THERE: Final = {"schedule": str, "bots": dict}


def identity_of(value: bytes) -> dict[str, Any]:
    """Returns a league's identity from its stored form; raises KeyError, TypeError, ValueError or RecursionError if it
    is invalid.
    """
    said = json.loads(value)
    if not isinstance(said, dict):
        raise TypeError("its identity is no object")
    for key, kind in (TYPES | TYPES_IF_THERE).items():
        if key in TYPES or key in said:
            _demand_type(key, said[key], kind)
    seats = GAMES[said["game"]].info.seats if said["game"] in GAMES else range(1, MOST_SEATS + 1)
    if said["seats"] not in seats:
        raise ValueError(f"{said['seats']} seats; a match of {said['game']} has {seats.start} to {seats.stop - 1}")
    if not all(0 <= said[key] <= MOST_MS for key in ("bank_ms", "increment_ms")):
        raise ValueError("the league's clocks are not valid")
    if len(bots := said.get("bots", {})) > MOST_BOTS:
        raise ValueError(f"{len(bots)} bots; a league has at most {MOST_BOTS}")
    return said


def _demand_type(key: str, value: object, kind: type) -> None:
    if type(value) is not kind:
        raise TypeError(f"its {key} is no {kind.__name__}")
