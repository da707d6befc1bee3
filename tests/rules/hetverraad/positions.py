"""Small positions of Het Verraad, written readably, and matches played by notation.

What a position does not say is empty; the cards it does not name are the decks, in ascending order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from arena.games.chance import Chance
from arena.games.hetverraad import HetVerraad, knowledge
from arena.games.hetverraad.editions import OPTIONS
from arena.games.hetverraad.holdings import recount
from arena.games.hetverraad.rounds import advance
from arena.games.hetverraad.setup import deal, influence_cards, token_values
from arena.games.hetverraad.state import Rules, State
from arena.games.hetverraad.terms import (
    ACTION,
    BLACK_MASTER,
    CARDS,
    CUBES,
    GRAND_POWERS,
    INFLUENCE,
    OUTSIDE,
    PHASE_NAMES,
)
from arena.games.registry import create_game

Item = TypeVar("Item")

BLACK: Final = -1
"""The key of the Black Master among seats."""


def make_game() -> HetVerraad:
    """The game with the shipped components."""
    made = create_game("hetverraad")
    assert isinstance(made, HetVerraad)
    return made


game: Final = make_game()
city: Final = game.city
EDITIONS: Final = tuple(OPTIONS)


class ScriptedChance(Chance):
    """Chance with some events fixed by their names; the others follow the seed."""

    __slots__ = ("picks", "shuffles")

    def __init__(self, picks: Mapping[str, int], shuffles: Mapping[str, Sequence[int]], seed: bytes) -> None:
        super().__init__(seed)
        self.picks = dict(picks)
        self.shuffles = dict(shuffles)

    def pick(self, name: str, number: int, items: Sequence[Item]) -> Item:
        if name not in self.picks:
            return super().pick(name, number, items)
        return next(item for item in items if item == self.picks[name])

    def shuffled(self, name: str, number: int, items: Sequence[Item]) -> list[Item]:
        if name not in self.shuffles:
            return super().shuffled(name, number, items)
        rest = list(items)
        order = [rest.pop(rest.index(item)) for item in self.shuffles[name] if item in rest]
        return order + rest


def area(name: str) -> int:
    """The number of an area."""
    return city.area_ids.index(name)


def card(name: str) -> int:
    """The number of a building card."""
    return city.card_ids.index(name)


def cards(text: str) -> bytes:
    """Building cards from `BR-A1 NI-A3`, in this order."""
    return bytes(card(name) for name in text.split())


def kinds(text: str) -> bytes:
    """Influence cards from `fire raid`, in this order."""
    return bytes(INFLUENCE.index(name) for name in text.split())


def dealt(seats: int = 4, seed: int = 0, edition: str = "strategic", options: Mapping[str, Any] | None = None) -> State:
    """A new match."""
    chance = Chance(seed.to_bytes(16, "big"))
    if options is None:
        return game.deal(seats, edition, chance)
    return deal(Rules(replace(OPTIONS[edition], **options), city), seats, chance)


def position(  # noqa: C901 - a form with many lines, each filled in by itself
    areas: Mapping[int, str] | None = None,
    *,
    buildings: Mapping[str, str] | None = None,
    towers: str = "",
    hands: Mapping[int, str] | None = None,
    influence: Mapping[int, str] | None = None,
    black: Mapping[int, Sequence[int]] | None = None,
    white: Sequence[int] = (),
    powers: Mapping[str, int] | None = None,
    stones: Sequence[int] = (),
    score: Sequence[int] | None = None,
    black_score: int | None = None,
    black_master: str | None = None,
    row: str = "BR-C1 NI-C1 HA-C1",
    row_stones: Sequence[int] = (0, 0, 0),
    pawnshop: str = "",
    market: str = "",
    discard: str = "",
    removed: str = "",
    deck: str | None = None,
    deck_top: str = "",
    influence_top: str = "",
    tokens_top: Sequence[int] = (),
    seats: int = 4,
    phase: int = ACTION,
    active: int = 0,
    start: int = 0,
    number: int = 1,
    picks: Mapping[str, int] | None = None,
    shuffles: Mapping[str, Sequence[int]] | None = None,
    edition: str = "strategic",
    options: Mapping[str, Any] | None = None,
) -> State:
    """A state in which `active` has to act in `phase`.

    `areas` and `black` go by seat (BLACK: the Black Master), `buildings` by area; `powers` says who holds the grand
    powers that several seats could. `deck` names all cards of the deck
    (those not named anywhere leave the game); `deck_top` only the first ones.
    """
    rules = Rules(replace(OPTIONS[edition], **(options or {})), city)
    state = deal(rules, seats, ScriptedChance(picks or {}, shuffles or {}, bytes(16)))
    table = state.table
    table.round, table.phase, table.active, table.actor, table.start = number, phase, active, active, start

    owners, standing, tower_row = bytearray(48), bytearray(48), bytearray(48)
    for owner, names_ in (areas or {}).items():
        for name in names_.split():
            assert not owners[area(name)], f"{name} has two owners"
            owners[area(name)] = BLACK_MASTER if owner == BLACK else owner + 1
    for name, building in (buildings or {}).items():
        standing[area(name)] = card(building)
    for name in towers.split():
        tower_row[area(name)] += 1
    table.area_owner, table.area_building, table.area_tower = bytes(owners), bytes(standing), bytes(tower_row)
    table.black_master = OUTSIDE if black_master is None else area(black_master)

    table.stones = tuple((*stones, *(0,) * seats)[:seats])
    table.white = bytes((*white, *(0,) * seats)[:seats])
    table.row, table.row_stones = cards(row), tuple(row_stones)[: len(row.split())]
    table.pawnshop, table.market = cards(pawnshop), cards(market)
    table.discard, table.removed = cards(discard), cards(removed)
    state.hands = tuple(bytes(sorted(cards((hands or {}).get(seat, "")))) for seat in range(seats))
    used = {*standing, *table.row, *table.pawnshop, *table.market, *table.discard, *table.removed}.union(*state.hands)
    unused = [number for number in range(1, CARDS + 1) if number not in used]
    top = cards(deck_top if deck is None else deck)
    rest = bytes(number for number in unused if number not in top)
    if deck is None:
        state.deck = top + rest
    else:
        state.deck = top
        table.removed += rest

    state.influence = tuple(bytes(sorted(kinds((influence or {}).get(seat, "")))) for seat in range(seats))
    left = influence_cards(city)
    for kind in (*b"".join(state.influence), *kinds(influence_top)):
        left.remove(kind)
    state.influence_deck = kinds(influence_top) + bytes(left)
    table.influence_discard = b""

    state.tokens = tuple(bytes((black or {}).get(seat, ())) for seat in range(seats))
    table.black = bytes(map(len, state.tokens))
    values = token_values(city)
    for value in (*b"".join(state.tokens), *tokens_top):
        values.remove(value)
    state.token_stack = bytes(tokens_top) + bytes(values)

    knowledge.begin(state)
    points = [0] * (BLACK_MASTER + 1)
    for owner, building_ in zip(owners, standing, strict=True):
        points[owner] += city.value[building_]
    table.grand_power = bytes(1 + (powers or {}).get(power, -1) for power in GRAND_POWERS)
    for power_, worth in zip(table.grand_power, city.power_points, strict=True):
        points[power_] += worth
    table.score = tuple(points[1 : seats + 1])
    table.black_score = points[BLACK_MASTER] + sum(table.black)
    recount(state)
    if score is not None:
        table.score = tuple(score)
    if black_score is not None:
        table.black_score = black_score
    table.red = table.ending = 0
    return state


def begun(state: State) -> State:
    """The position at the beginning of its phase, with whatever happens by itself."""
    state = state.copy()
    state.table.phase -= 1
    state.table.actor = -1
    advance(state)
    return state


def names(state: State) -> list[str]:
    """The legal actions in notation."""
    return [game.action_name(state, action) for action in game.legal_actions(state)]


def legal(state: State, word: str) -> list[str]:
    """The legal actions that begin with this word, without it."""
    return [name[len(word) + 1 :] for name in names(state) if name.startswith(f"{word} ")]


def play(state: State, *notations: str) -> State:
    """The state after these actions, whoever has to take them."""
    for notation in notations:
        allowed = names(state)
        assert notation in allowed, f"{notation!r} is not among {allowed}"
        state = game.apply(state, game.legal_actions(state)[allowed.index(notation)])
    return state


def phase(state: State) -> str:
    """The name of the phase."""
    return PHASE_NAMES[state.table.phase]


def owner(state: State, name: str) -> int | None:
    """Who has the area: a seat, BLACK, or None."""
    number = state.table.area_owner[area(name)]
    return BLACK if number == BLACK_MASTER else number - 1 if number else None


def holder(state: State, power: str) -> int | None:
    """Who has the grand power."""
    number = state.table.grand_power[GRAND_POWERS.index(power)]
    return BLACK if number == BLACK_MASTER else number - 1 if number else None


def hand(state: State, seat: int) -> str:
    """The building cards of a seat."""
    return " ".join(city.card_ids[number] for number in state.hands[seat])


def row_of(state: State) -> str:
    """The open cards."""
    return " ".join(city.card_ids[number] for number in state.table.row)


def text(numbers: bytes) -> str:
    """Building cards in notation."""
    return " ".join(city.card_ids[number] for number in numbers)


def influence_of(state: State, seat: int) -> str:
    """The influence cards of a seat."""
    return " ".join(INFLUENCE[kind] for kind in state.influence[seat])


def cube(state: State, seat: int, colour: int) -> int:
    """The position of an income cube."""
    return state.table.income[CUBES * seat + colour - 1]


def towers_on(state: State, name: str) -> int:
    """The towers of an area."""
    return state.table.area_tower[area(name)]
