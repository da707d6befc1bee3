"""The meaning of each action integer, and its notation.

| integer                 | means                                                                            |
|-------------------------|----------------------------------------------------------------------------------|
| 0 .. 7775               | lay down these supply cards (a code, see `cards.py`): play them, or discard them |
| 8000 + i                | the conflict is fought between places i and i + 1                                |
| 8100 + role             | keep this role card                                                              |
| 8200                    | build nothing                                                                    |
| 8300 + i                | place an estate under the landscape at i                                         |
| 8400 + i                | place a trading post under the landscape at i                                    |
| 8500 + i                | flip the seat's own building at i                                                |
| 8600 + 12 * i + j       | move the seat's own building from i to j, same side up                           |
| 8800 + 12 * i + j       | move the seat's own building from i to j, other side up                          |
"""

from collections.abc import Callable
from typing import Final

from arena.games.verraeter.state.cards import CODES, text_of
from arena.games.verraeter.terms import DRAW, PLACES, ROLES

FIGHT: Final = 8000
PICK: Final = 8100
BUILD_NOTHING: Final = 8200
PLACE_ESTATE: Final = 8300
PLACE_TRADING_POST: Final = 8400
FLIP: Final = 8500
MOVE: Final = 8600
MOVE_AND_FLIP: Final = 8800
ACTION_SPACE: Final = MOVE_AND_FLIP + PLACES * PLACES

MADE: Final[tuple[object, ...]] = tuple(range(ACTION_SPACE))
"""A Python object for each action integer. The objects are made once, because compiled code would otherwise make a new
object each time it puts an integer into a list.
"""


def fight(border: int) -> int:
    """Returns the action that fights the conflict between places `border` and `border + 1`."""
    return FIGHT + border


def pick(role: int) -> int:
    """Returns the action that keeps this role card."""
    return PICK + role


def place_estate(place: int) -> int:
    """Returns the action that places a building from the reserve at `place`, estate side up."""
    return PLACE_ESTATE + place


def place_trading_post(place: int) -> int:
    """Returns the action that places a building from the reserve at `place`, trading post side up."""
    return PLACE_TRADING_POST + place


def flip(place: int) -> int:
    """Returns the action that turns over the seat's own building at `place`."""
    return FLIP + place


def move(origin: int, target: int) -> int:
    """Returns the action that moves the seat's own building at `origin` to the free `target`, same side up."""
    return MOVE + PLACES * origin + target


def move_and_flip(origin: int, target: int) -> int:
    """Returns the action that moves the seat's own building at `origin` to the free `target`, other side up."""
    return MOVE_AND_FLIP + PLACES * origin + target


def name(action: int, phase: int) -> str:
    """Returns the notation of an action that is chosen in `phase`. It is unique among all actions of the phase."""
    if action < CODES:
        return f"{'discard' if phase == DRAW else 'play'} {text_of(action)}"
    base, notation = next(kind for kind in _NOTATIONS if action >= kind[0])
    return notation(action - base)


_NOTATIONS: Final[tuple[tuple[int, Callable[[int], str]], ...]] = (
    (MOVE_AND_FLIP, lambda pair: f"move {pair // PLACES}>{pair % PLACES} flipped"),
    (MOVE, lambda pair: f"move {pair // PLACES}>{pair % PLACES}"),
    (FLIP, lambda place: f"flip {place}"),
    (PLACE_TRADING_POST, lambda place: f"build trading-post {place}"),
    (PLACE_ESTATE, lambda place: f"build estate {place}"),
    (BUILD_NOTHING, lambda _: "build nothing"),
    (PICK, lambda role: f"pick {ROLES[role]}"),
    (FIGHT, lambda border: f"fight {border}|{(border + 1) % PLACES}"),
)
