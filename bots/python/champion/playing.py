"""Fast and sensible rules by which all seats act in a playout. They use only information that the acting seat has."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.games.verraeter import Position, State, card_count, card_points
from arena.games.verraeter.actions import BUILD_NOTHING, FLIP, MOVE, PICK, PLACE_ESTATE, PLACE_TRADING_POST
from arena.games.verraeter.terms import BOTH_HOUSES, BUILD, DRAFT, DRAW, ESTATE, PLACES, SUPPLY, TRAITOR

LIKING: Final = (0, 3, 2, 2, 2, 3, 3)
"""The highest liking that a seat in a playout can have for a role, by role. A seat's own liking is a random fraction of
this number. The seat takes the role on offer that it likes most.
"""
ROLE_STRENGTH: Final = (0, 0, 2, 5, 0, 0, 0)
"""The conflict points that each role brings, by role."""
MOST_LEAD: Final = 8
"""The most conflict points by which a seat in a playout wants to lead when it plays cards; a seat's own number follows
from its random boldness.
"""
RECKLESS: Final = 0.3
"""The boldness (0 to 1) below which a seat in a playout acts at random. Some seats do so in order that the bot does not
rely too much on its guesses about other seats.
"""


class Whim(NamedTuple):
    """The random style in which one seat plays in one imagined game (`World`)."""

    boldness: float
    """How large a lead in the conflict the seat wants, from 0 (none) to 1 (`MOST_LEAD`); below `RECKLESS` the seat acts
    at random instead.
    """
    liking: tuple[float, ...]
    """The seat's random liking of each role, by role: at most the role's number in `LIKING`."""


class World(NamedTuple):
    """An imagined game that agrees with the bot's view: a state, and the playing styles of all seats."""

    state: State
    whims: Sequence[Whim]
    """The playing style of each seat, by seat."""


def draw_whim(rng: Random) -> Whim:
    return Whim(rng.random(), tuple(liking * rng.random() for liking in LIKING))


def act(position: Position, seat: int, legal: tuple[int, ...], whim: Whim) -> int:
    """Returns the action of a seat in a playout, by fast and sensible rules that use only information the seat has."""
    if whim.boldness < RECKLESS:
        return legal[int(whim.boldness / RECKLESS * len(legal))]
    phase = position.phase
    if phase == SUPPLY:
        return play(legal, gap(position, seat) + int(whim.boldness * MOST_LEAD))
    if phase == DRAFT:
        return max(legal, key=lambda action: whim.liking[action - PICK])
    if phase == BUILD:
        return build(position, seat, legal)
    if phase == DRAW:
        return max(legal, key=lambda cards: 4 * card_count(cards) - card_points(cards))
    return legal[int(whim.boldness * len(legal))]


def play(legal: tuple[int, ...], gap: int) -> int:
    """Returns the weakest cards with more conflict points than `gap`, or no cards (0) if no legal cards have more.
    `gap` is the points by which the seat's side is behind, plus the lead that the seat wants.
    """
    enough = [cards for cards in legal if card_points(cards) > gap]
    return min(enough, key=card_points, default=0)


def gap(position: Position, seat: int) -> int:
    """Returns the conflict points by which the side of `seat` is behind before the seat plays cards; negative if it
    leads. Each other seat that has not played yet counts one point for each card in its hand.
    """
    houses, sizes, played = position.house, position.hand_sizes, position.played_points
    landscapes, start, seats = position.circle_landscape, position.start, position.seats
    role = position.kept[seat]
    house = BOTH_HOUSES - houses[seat] if role == TRAITOR else houses[seat]
    here = position.conflict or 0
    base, there = position.base, (here + 1) % PLACES
    gap = base[landscapes[there]] - base[landscapes[here]]
    if position.circle_house[here] != house:
        gap = -gap
    gap -= ROLE_STRENGTH[role]
    turn = (seat - start) % seats
    for step in range(seats):
        other = (start + step) % seats
        if other != seat:
            strength = played[other] if step < turn else sizes[other]
            gap += -strength if houses[other] == house else strength
    return gap


def build(position: Position, seat: int, legal: tuple[int, ...]) -> int:
    """Returns the first action that places a trading post or turns an estate into one. If there is none, returns the
    first that places an estate under a landscape of the seat's house. Without either, returns `BUILD_NOTHING`.
    """
    house, circle, kinds = position.house[seat], position.circle_house, position.building_kind
    for action in legal:
        if PLACE_TRADING_POST <= action < FLIP:
            return action
        if FLIP <= action < MOVE and kinds[action - FLIP] == ESTATE:
            return action
    for action in legal:
        if PLACE_ESTATE <= action < PLACE_TRADING_POST and circle[action - PLACE_ESTATE] == house:
            return action
    return BUILD_NOTHING
