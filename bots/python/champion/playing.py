"""How the seats of a playout play: fast and sensible, by what they can know themselves."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.games.verraeter import Position, State, card_count, card_points
from arena.games.verraeter.actions import BUILD_NOTHING, FLIP, MOVE, PICK, PLACE_ESTATE, PLACE_TRADING_POST
from arena.games.verraeter.codes import BOTH_HOUSES, BUILD, DRAFT, DRAW, ESTATE, PLACES, SUPPLY, TRAITOR

LIKING: Final = (0, 3, 2, 2, 2, 3, 3)
"""By role: how much the seats of a playout like it."""
ROLE_STRENGTH: Final = (0, 0, 2, 5, 0, 0, 0)
"""By role: conflict points."""
MOST_LEAD: Final = 8
"""The lead for which a seat of a playout plays cards is 1 to this many points, as its whim has it."""
RECKLESS: Final = 0.3
"""Below this boldness a seat does anything; it keeps the bot from trusting its picture of the others too much."""


class Whim(NamedTuple):
    """How one seat plays in one world."""

    boldness: float
    """From 0 to 1: how large a lead in the conflict it wants."""
    liking: tuple[float, ...]
    """By role."""


class World(NamedTuple):
    """What may be behind the view."""

    state: State
    whims: Sequence[Whim]
    """By seat."""


def draw_whim(rng: Random) -> Whim:
    return Whim(rng.random(), tuple(liking * rng.random() for liking in LIKING))


def act(position: Position, seat: int, legal: tuple[int, ...], whim: Whim) -> int:
    """How the seats of a playout act: fast and sensible, by what they can know themselves."""
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
    """The weakest cards that close the gap and lead by a point; none if there is no gap, or no closing it."""
    enough = [cards for cards in legal if card_points(cards) > gap]
    return min(enough, key=card_points, default=0)


def gap(position: Position, seat: int) -> int:
    """How far the actor's house is behind; of seats still to play it expects one point for each card in hand."""
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
    """The first trading post there is, new or turned over; else an estate under a landscape of the own house."""
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
