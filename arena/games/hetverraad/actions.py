"""The meaning of each action integer, and its notation.

| integer                 | means                                                                       |
|-------------------------|-----------------------------------------------------------------------------|
| 100 + area              | choose this start area                                                      |
| 150                     | choose no more start areas                                                  |
| 200 + area              | put the start tower on this area                                            |
| 300 + i                 | take the i-th open building card                                            |
| 310 + i                 | of the two cards the Wizard shows, open the first (i = 0) or the second     |
| 350                     | end the actions                                                             |
| 400 + area              | buy this area                                                               |
| 500 + area              | buy a tower and put it on this area                                         |
| 600, 601                | buy a white token; buy a black token                                        |
| 610 + i                 | exchange the seat's own i-th black token                                    |
| 700, 701                | buy an influence card; buy a building card from the deck                    |
| 810                     | the Black Master takes no steps                                             |
| 811                     | roll the die: the Black Master may take as many steps as it shows           |
| 812                     | the Black Master may take one step for each black token of the active seat  |
| 820, 821                | do not attack; attack                                                       |
| 830                     | end the turn                                                                |
| 840                     | do nothing: no reaction, no Wizard                                          |
| 840 + kind              | react with this influence card                                              |
| 860 + kind              | lay this influence card away                                                |
| 900 + area              | move the Black Master there (his own area: he stays)                        |
| 950                     | leave the Black Master outside the city                                     |
| 1000 + 100 * kind + x   | play this influence card against area x, or seat x - 50, or nothing: x = 99 |
| 3000 + card             | sell this building card to the pawnshop                                     |
| 3100 + card             | sell this building card on the free market                                  |
| 3200 + card             | buy this building card from the pawnshop                                    |
| 3300 + card             | buy this building card from the free market                                 |
| 10000 + 100 * card + x  | build this card on area x                                                   |
"""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from arena.games.hetverraad.area_sets import first_in
from arena.games.hetverraad.state.piles import ROW
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import CARDS, INFLUENCE

CHOOSE_START: Final = 100
STOP_CHOOSING: Final = 150
PUT_START_TOWER: Final = 200
TAKE: Final = 300
OPEN: Final = 310
END_ACTIONS: Final = 350
BUY_AREA: Final = 400
BUILD_TOWER: Final = 500
BUY_WHITE: Final = 600
BUY_BLACK: Final = 601
EXCHANGE: Final = 610
BUY_INFLUENCE: Final = 700
BUY_CARD: Final = 701
STAY: Final = 810
ROLL: Final = 811
COUNT_TOKENS: Final = 812
HOLD: Final = 820
FIGHT: Final = 821
END_TURN: Final = 830
PASS: Final = 840
REACT: Final = 840
LAY_AWAY: Final = 860
MOVE: Final = 900
STAY_OUTSIDE: Final = 950
PLAY: Final = 1000
SEAT_TARGET: Final = 50
NO_TARGET: Final = 99
PAWN: Final = 3000
SELL: Final = 3100
BUY_FROM_PAWNSHOP: Final = 3200
BUY_FROM_MARKET: Final = 3300
BUILD: Final = 10000
ACTION_SPACE: Final = BUILD + 100 * (CARDS + 1)

MADE: Final[tuple[object, ...]] = tuple(range(ACTION_SPACE))
"""A Python object for each action integer. The objects are made once, because compiled code would otherwise make a new
object each time it puts an integer into a list.
"""


def play(kind: i64, target: i64) -> i64:
    """Returns the action that plays an influence card against `target`: an area, SEAT_TARGET + seat, or NO_TARGET."""
    return PLAY + 100 * kind + target


def build(card: int, area: int) -> int:
    """Returns the action that builds the card on the area."""
    return BUILD + 100 * card + area


def add(legal: list[object], first: i64, areas: i64) -> None:
    """Appends the actions `first + area` to `legal` for each area of the set `areas`, ascending."""
    while areas:
        legal.append(MADE[first + first_in(areas)])
        areas &= areas - 1


def add_cards(legal: list[object], first: i64, cards: bytes) -> None:
    """Appends the actions `first + card` to `legal` for each of the cards."""
    count: i64 = len(cards)
    for at in range(count):
        legal.append(MADE[first + cards[at]])


def name(action: int, state: State) -> str:
    """Returns the notation of an action. It is unique among all actions of the same phase."""
    base, notation = next(kind for kind in _NOTATIONS if action >= kind[0])
    return notation(action - base, state)


def _area(word: str) -> Callable[[int, State], str]:
    return lambda area, state: f"{word} {state.rules.city.area_ids[area]}"


def _card(word: str, place: str) -> Callable[[int, State], str]:
    return lambda card, state: f"{word} {state.rules.city.card_ids[card]} {place}"


def _kind(word: str) -> Callable[[int, State], str]:
    return lambda kind, _: f"{word} {INFLUENCE[kind]}" if kind else "pass"


def _words(*words: str) -> Callable[[int, State], str]:
    return lambda index, _: words[index]


def _play(code: int, state: State) -> str:
    kind, target = divmod(code, 100)
    if target == NO_TARGET:
        return f"play {INFLUENCE[kind]}"
    if target >= SEAT_TARGET:
        return f"play {INFLUENCE[kind]} seat-{target - SEAT_TARGET}"
    return f"play {INFLUENCE[kind]} {state.rules.city.area_ids[target]}"


def _build(code: int, state: State) -> str:
    card, area = divmod(code, 100)
    return f"build {state.rules.city.card_ids[card]} {state.rules.city.area_ids[area]}"


_NOTATIONS: Final[tuple[tuple[int, Callable[[int, State], str]], ...]] = (
    (BUILD, _build),
    (BUY_FROM_MARKET, _card("buy", "market")),
    (BUY_FROM_PAWNSHOP, _card("buy", "pawnshop")),
    (SELL, _card("sell", "market")),
    (PAWN, _card("sell", "pawnshop")),
    (PLAY, _play),
    (STAY_OUTSIDE, _words("stay outside")),
    (MOVE, _area("move")),
    (LAY_AWAY, _kind("lay away")),
    (REACT, _kind("react")),
    (END_TURN, _words("end turn")),
    (HOLD, _words("hold", "attack")),
    (STAY, _words("stay", "roll", "tokens")),
    (BUY_INFLUENCE, _words("buy influence", "buy card")),
    (EXCHANGE, lambda index, _: f"exchange token {index + 1}"),
    (BUY_WHITE, _words("buy white", "buy black")),
    (BUILD_TOWER, _area("tower")),
    (BUY_AREA, _area("buy")),
    (END_ACTIONS, _words("end actions")),
    (OPEN, _words("open first", "open second")),
    (TAKE, lambda index, state: f"take {state.rules.city.card_ids[state.piles[ROW][index]]}"),
    (PUT_START_TOWER, _area("tower")),
    (STOP_CHOOSING, _words("stop")),
    (CHOOSE_START, _area("start")),
)
