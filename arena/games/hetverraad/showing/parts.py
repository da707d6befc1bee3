"""Splits an action into named parts, such as `area` and `card`, for drawings and sentences. Some parts are secret.

Areas and building cards are named by their ids in the component data, influence cards by their kinds.

| kind                                            | parts                                              |
|-------------------------------------------------|----------------------------------------------------|
| start, start-tower, buy-area, build-tower, move | area                                               |
| build                                           | card, area                                         |
| take                                            | card                                               |
| open                                            | card, index: 0 or 1, which only the actor sees     |
| sell, buy                                       | card, market: pawnshop or market                   |
| exchange                                        | token: its place on the castle card, from 0        |
| play                                            | influence, and its target if any: area or seat     |
| react, lay-away                                 | influence                                          |
| stop, end-actions, end-turn, pass               |                                                    |
| buy-white, buy-black, buy-influence, buy-card   |                                                    |
| stay, roll, count-tokens, stay-outside          |                                                    |
| hold, attack                                    |                                                    |
"""

from collections.abc import Callable
from typing import Final, TypedDict

from arena.games.hetverraad import actions
from arena.games.hetverraad.city import City
from arena.games.hetverraad.state.cells import ACTOR
from arena.games.hetverraad.state.piles import DECK, ROW
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import INFLUENCE


class _Kind(TypedDict):
    kind: str


class Parts(_Kind, total=False):
    """An action as a mapping of its parts: always `kind`, and the parts that actions of this kind have."""

    area: str
    card: str
    index: int
    market: str
    token: int
    influence: str
    seat: int


def parts(state: State, action: int) -> Parts:
    """Returns the parts of a legal action. For some kinds of action they depend on the state and not only on the
    action's integer.
    """
    if actions.TAKE <= action < actions.OPEN:
        return {"kind": "take", "card": state.rules.city.card_ids[state.piles[ROW][action - actions.TAKE]]}
    if actions.OPEN <= action < actions.END_ACTIONS:
        index = action - actions.OPEN
        return {"kind": "open", "card": state.rules.city.card_ids[state.piles[DECK][index]], "index": index}
    return open_parts(state.rules.city, action)


def open_parts(city: City, action: int) -> Parts:
    """Returns the parts of an action, for the kinds of action with parts that do not depend on the state."""
    base, made = next(kind for kind in _PARTS if action >= kind[0])
    return made(action - base, city)


def secret_parts(state: State, action: int, seat: int | None) -> tuple[str, ...]:
    """R-28: returns the names of the action's parts that `seat` must not see. The only such part is `index`, which says
    which of the Wizard's two cards was opened; only the actor sees this. Returns an empty tuple for all other actions
    and for the actor.
    """
    opens = actions.OPEN <= action < actions.END_ACTIONS
    return ("index",) if opens and seat != state.cells[ACTOR] else ()


def _kinds(*kinds: str) -> Callable[[int, City], Parts]:
    return lambda index, _: {"kind": kinds[index]}


def _area(kind: str) -> Callable[[int, City], Parts]:
    return lambda area, city: {"kind": kind, "area": city.area_ids[area]}


def _trade(kind: str, market: str) -> Callable[[int, City], Parts]:
    return lambda card, city: {"kind": kind, "card": city.card_ids[card], "market": market}


def _influence(kind: str) -> Callable[[int, City], Parts]:
    return lambda card, _: {"kind": kind, "influence": INFLUENCE[card]} if card else {"kind": "pass"}


def _build(code: int, city: City) -> Parts:
    card, area = divmod(code, 100)
    return {"kind": "build", "card": city.card_ids[card], "area": city.area_ids[area]}


def _play(code: int, city: City) -> Parts:
    kind, target = divmod(code, 100)
    if target == actions.NO_TARGET:
        return {"kind": "play", "influence": INFLUENCE[kind]}
    if target >= actions.SEAT_TARGET:
        return {"kind": "play", "influence": INFLUENCE[kind], "seat": target - actions.SEAT_TARGET}
    return {"kind": "play", "influence": INFLUENCE[kind], "area": city.area_ids[target]}


_PARTS: Final[tuple[tuple[int, Callable[[int, City], Parts]], ...]] = (
    (actions.BUILD, _build),
    (actions.BUY_FROM_MARKET, _trade("buy", "market")),
    (actions.BUY_FROM_PAWNSHOP, _trade("buy", "pawnshop")),
    (actions.SELL, _trade("sell", "market")),
    (actions.PAWN, _trade("sell", "pawnshop")),
    (actions.PLAY, _play),
    (actions.STAY_OUTSIDE, _kinds("stay-outside")),
    (actions.MOVE, _area("move")),
    (actions.LAY_AWAY, _influence("lay-away")),
    (actions.REACT, _influence("react")),
    (actions.END_TURN, _kinds("end-turn")),
    (actions.HOLD, _kinds("hold", "attack")),
    (actions.STAY, _kinds("stay", "roll", "count-tokens")),
    (actions.BUY_INFLUENCE, _kinds("buy-influence", "buy-card")),
    (actions.EXCHANGE, lambda place, _: {"kind": "exchange", "token": place}),
    (actions.BUY_WHITE, _kinds("buy-white", "buy-black")),
    (actions.BUILD_TOWER, _area("build-tower")),
    (actions.BUY_AREA, _area("buy-area")),
    (actions.END_ACTIONS, _kinds("end-actions")),
    (actions.PUT_START_TOWER, _area("start-tower")),
    (actions.STOP_CHOOSING, _kinds("stop")),
    (actions.CHOOSE_START, _area("start")),
)
"""The functions that make the parts of actions, each with the first action integer of its kind of action (see
`actions.py`). The kinds with parts that depend on the state are not listed.
"""
