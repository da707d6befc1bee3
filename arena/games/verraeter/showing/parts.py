"""The parts of actions for drawings and sentences, and the parts that are secret.

| kind          | parts                     |                                                             |
|---------------|---------------------------|-------------------------------------------------------------|
| fight         | places                    | the two places of the border                                |
| pick          | role                      | secret until phase 4                                        |
| play          | cards                     | card values, ascending                                      |
| discard       | cards                     |                                                             |
| build         | building, place           | from the reserve                                            |
| flip          | building, place           | the building is named by the side that comes up             |
| move          | building, origin, target  | the building is named by the side that is then up           |
| build-nothing |                           |                                                             |
"""

from typing import TypedDict

from arena.games.verraeter import actions
from arena.games.verraeter.phases.building import BOTH_SIDES
from arena.games.verraeter.state.cards import CODES, cards_of
from arena.games.verraeter.state.cells import ACTOR, BUILDING, PHASE, ROUND
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import BUILDINGS, DRAW, ESTATE, PLACES, REVEAL, ROLES, TRADING_POST


class _Kind(TypedDict):
    kind: str


class Parts(_Kind, total=False):
    """An action as a mapping of its parts. The kind of the action decides which other parts it has."""

    places: list[int]
    role: str
    cards: list[int]
    building: str
    place: int
    origin: int
    target: int


def parts(state: State, action: int) -> Parts:  # noqa: PLR0911  # one branch for each kind of action
    """Returns the parts of a legal action. For some kinds of action they depend on the state and not only on the
    action's integer.
    """
    cells = state.cells
    if action < CODES:
        return {"kind": "discard" if cells[PHASE] == DRAW else "play", "cards": list(cards_of(action))}
    if action >= actions.MOVE_AND_FLIP:
        origin, target = divmod(action - actions.MOVE_AND_FLIP, PLACES)
        return _move(origin, target, BOTH_SIDES - cells[BUILDING + origin])
    if action >= actions.MOVE:
        origin, target = divmod(action - actions.MOVE, PLACES)
        return _move(origin, target, cells[BUILDING + origin])
    if action >= actions.FLIP:
        place = action - actions.FLIP
        return {"kind": "flip", "building": BUILDINGS[BOTH_SIDES - cells[BUILDING + place]], "place": place}
    if action >= actions.PLACE_TRADING_POST:
        return {"kind": "build", "building": BUILDINGS[TRADING_POST], "place": action - actions.PLACE_TRADING_POST}
    if action >= actions.PLACE_ESTATE:
        return {"kind": "build", "building": BUILDINGS[ESTATE], "place": action - actions.PLACE_ESTATE}
    if action == actions.BUILD_NOTHING:
        return {"kind": "build-nothing"}
    if action >= actions.PICK:
        return {"kind": "pick", "role": ROLES[action - actions.PICK]}
    border = action - actions.FIGHT
    return {"kind": "fight", "places": [border, (border + 1) % PLACES]}


def _move(origin: int, target: int, side: int) -> Parts:
    return {"kind": "move", "building": BUILDINGS[side], "origin": origin, "target": target}


def secret_parts(state: State, action: int, seat: int | None, now: State) -> tuple[str, ...]:
    """V-2.4, V-4.1: returns `("role",)` if the action picks a role card that `seat` cannot know yet in the later state
    `now`; else an empty tuple. All but the actor learn the role when the roles are shown.
    """
    was = state.cells
    picks = actions.PICK <= action < actions.BUILD_NOTHING
    if not picks or seat == was[ACTOR] or now.cells[ROUND] > was[ROUND] or now.cells[PHASE] >= REVEAL:
        return ()
    return ("role",)
