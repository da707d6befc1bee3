"""States a seat cannot tell from the true one: what it does not know is dealt again, at random."""

from collections.abc import Sequence
from typing import TypeVar

from librt.vecs import extend

from arena.games.cells import Cells, blank, put
from arena.games.chance import SEED_BYTES, Chance
from arena.games.contract import Rng
from arena.games.verraeter.cards import FULL_DECK, cards_of, code_of
from arena.games.verraeter.cells import (
    ACTOR,
    ALL_CELLS,
    ASIDE,
    DISCARD,
    HAND,
    HAND_SIZE,
    KEPT,
    OPEN_CELLS,
    PHASE,
    PLAYED,
    ROLE,
    ROUND,
    SEATS,
    START,
)
from arena.games.verraeter.draft import ALL_OFFERED, ROLES_IN
from arena.games.verraeter.editions import OpeningHand
from arena.games.verraeter.setup import OPENING_CARDS
from arena.games.verraeter.state import State, View, by_seat
from arena.games.verraeter.supply import pile_up
from arena.games.verraeter.terms import ALL_ROLES, DRAFT, NOBODY, SETUP, STRATEGY_CARD, SUPPLY

Item = TypeVar("Item")


def sample(view: View, rng: Rng) -> State:
    """A state in which the seat sees exactly `view`: hands, piles and roles it cannot know are drawn from `rng`."""
    cells = extend(view.cells[:], blank(ALL_CELLS - OPEN_CELLS))
    chance = Chance(rng.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))
    _sample_supply(cells, view, rng)
    _sample_roles(cells, view, rng)
    return State(view.rules, chance, cells)


def _sample_supply(cells: Cells, view: View, rng: Rng) -> None:
    if cells[PHASE] == SETUP and cells[ACTOR] != NOBODY:
        pile_up(cells, list(cards_of(FULL_DECK)))
        return
    seats = cells[SEATS]
    known = _known_hands(view)
    seen = sum(known.values()) + cells[DISCARD] + sum(by_seat(cells, PLAYED))
    unseen = _shuffled(cards_of(FULL_DECK - seen), rng)
    for seat in range(seats):
        if seat in known:
            cells[HAND + seat] = known[seat]
        else:
            size = cells[HAND_SIZE + seat]
            cells[HAND + seat] = code_of(unseen[:size])
            del unseen[:size]
    pile_up(cells, unseen)


def _known_hands(view: View) -> dict[int, int]:
    """V-0.7: by seat, the own hand; and where all began with the same cards, the others' until the first draw."""
    cells = view.cells
    known = {}
    if view.rules.options.opening_hand is OpeningHand.FIXED and cells[ROUND] == 1 and cells[PHASE] <= STRATEGY_CARD:
        known = {seat: code_of(OPENING_CARDS) - played for seat, played in enumerate(by_seat(cells, PLAYED))}
    known[view.seat] = view.hand
    return known


def _sample_roles(cells: Cells, view: View, rng: Rng) -> None:
    """Deals the roles as the draft did: earlier seats kept what was gone, later seats keep of what was passed on."""
    seats, start, phase = cells[SEATS], cells[START], cells[PHASE]
    if phase not in (DRAFT, SUPPLY):
        put(cells, KEPT, by_seat(cells, ROLE))
        cells[ASIDE] = view.aside
        return
    order = [(start + step) % seats for step in range(seats)]
    drafting = phase == DRAFT and cells[ACTOR] != NOBODY
    picked = order[: order.index(cells[ACTOR])] if drafting else order
    if not view.offered:
        cells[ASIDE], *rest = _shuffled(ALL_ROLES, rng)
        kept = dict(zip(picked, rest, strict=False))
    else:
        own = order.index(view.seat)
        gone = _shuffled(ROLES_IN[ALL_OFFERED & ~view.offered], rng)
        cells[ASIDE] = gone.pop()
        kept = dict(zip(order[:own], gone, strict=True))
        passed = _shuffled([role for role in ROLES_IN[view.offered] if role != view.pick], rng)
        kept.update(zip(picked[own + 1 :], passed, strict=False))
        if view.pick:
            kept[view.seat] = view.pick
    for seat, role in kept.items():
        cells[KEPT + seat] = role


def _shuffled(items: Sequence[Item], rng: Rng) -> list[Item]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = int(rng.random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return order
