"""Makes small positions of Het Verraad from readable text, and plays matches by notation.

The board, the hands and the other possessions contain only what the arguments of `position` name. All other cards are
in the decks, in ascending order, unless `deck` is given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from arena.games.cells import part, put
from arena.games.chance import Chance
from arena.games.hetverraad import HetVerraad
from arena.games.hetverraad.editions import OPTIONS
from arena.games.hetverraad.phases.rounds import advance
from arena.games.hetverraad.phases.setup import deal, influence_cards, token_values
from arena.games.hetverraad.state import knowledge
from arena.games.hetverraad.state.board import build, give, put_towers
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    ENDING,
    GRAND_POWER,
    INCOME_CUBE,
    PHASE,
    RED,
    ROUND,
    ROW_STONES,
    SCORE,
    START,
    STONES,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.holdings import recount
from arena.games.hetverraad.state.piles import (
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    MARKET_SORTED,
    PAWNSHOP,
    PAWNSHOP_SORTED,
    REMOVED,
    ROW,
    TOKEN_STACK,
    TOKENS,
)
from arena.games.hetverraad.state.state import Rules, State, by_area, by_seat, piles_by_seat
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
"""The number that stands for the Black Master where any other owner is given as a seat."""


def make_game() -> HetVerraad:
    """Returns the game with the shipped component data."""
    made = create_game("hetverraad")
    assert isinstance(made, HetVerraad)
    return made


game: Final = make_game()
city: Final = game.city
EDITIONS: Final = tuple(OPTIONS)


class ScriptedChance(Chance):
    """A Chance (the game's source of random results) with fixed results for the events that are named in `picks` and
    `shuffles`. The results of all other events follow from the seed.
    """

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
    """Returns the number of the area with this name."""
    return city.area_ids.index(name)


def card(name: str) -> int:
    """Returns the number of the building card with this name."""
    return city.card_ids.index(name)


def cards(text: str) -> bytes:
    """Returns the building cards named in a text such as `BR-A1 NI-A3`, in the same order."""
    return bytes(card(name) for name in text.split())


def kinds(text: str) -> bytes:
    """Returns the influence cards named in a text such as `fire raid`, in the same order."""
    return bytes(INFLUENCE.index(name) for name in text.split())


def dealt(seats: int = 4, seed: int = 0, edition: str = "strategic", options: Mapping[str, Any] | None = None) -> State:
    """Returns the first state of a new match."""
    chance = Chance(seed.to_bytes(16, "big"))
    if options is None:
        return game.deal(seats, edition, chance)
    return deal(Rules(replace(OPTIONS[edition], **options), city), seats, chance)


def position(  # noqa: C901, PLR0912 - a form with many lines, each filled in by itself
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
    """Returns a state in which the seat `active` has to act in `phase`.

    `areas` names the areas of each seat, and those of the Black Master under BLACK. `black` has the values of each
    seat's black tokens, and `buildings` the building of each area. `powers` names the seat that held each grand
    power before, which decides ties (R-62).

    `deck` names all cards of the deck; the cards that no argument names then leave the game. Without `deck`, the deck
    has the cards that `deck_top` names, and below them the cards that no argument names.
    """
    rules = Rules(replace(OPTIONS[edition], **(options or {})), city)
    state = deal(rules, seats, ScriptedChance(picks or {}, shuffles or {}, bytes(16)))
    cells, piles = state.cells, state.piles
    cells[ROUND], cells[PHASE], cells[ACTIVE], cells[ACTOR], cells[START] = number, phase, active, active, start

    for owner, names_ in (areas or {}).items():
        for name in names_.split():
            assert not cells[AREA_OWNER + area(name)], f"{name} has two owners"
            give(cells, area(name), BLACK_MASTER if owner == BLACK else owner + 1)
    for name, building in (buildings or {}).items():
        build(cells, area(name), card(building), city.colour[card(building)])
    for name in towers.split():
        put_towers(cells, area(name), cells[AREA_TOWER + area(name)] + 1)
    cells[BLACK_PLACE] = OUTSIDE if black_master is None else area(black_master)

    put(cells, STONES, (*stones, *(0,) * seats)[:seats])
    put(cells, WHITE_TOKENS, (*white, *(0,) * seats)[:seats])
    piles[ROW] = cards(row)
    put(cells, ROW_STONES, (*row_stones, 0, 0, 0)[:3] if row else (0, 0, 0))
    piles[PAWNSHOP], piles[MARKET] = cards(pawnshop), cards(market)
    piles[PAWNSHOP_SORTED], piles[MARKET_SORTED] = bytes(sorted(piles[PAWNSHOP])), bytes(sorted(piles[MARKET]))
    piles[DISCARD], piles[REMOVED] = cards(discard), cards(removed)
    for seat in range(seats):
        piles[HAND + seat] = bytes(sorted(cards((hands or {}).get(seat, ""))))
    standing = by_area(cells, AREA_BUILDING)
    used = {*standing, *b"".join(piles[: REMOVED + 1]), *b"".join(piles_by_seat(state, HAND))}
    unused = [number for number in range(1, CARDS + 1) if number not in used]
    piles[DECK] = cards(deck_top if deck is None else deck)
    rest = bytes(number for number in unused if number not in piles[DECK])
    piles[DECK if deck is None else REMOVED] += rest

    left = influence_cards(city)
    for seat in range(seats):
        piles[INFLUENCE_HAND + seat] = bytes(sorted(kinds((influence or {}).get(seat, ""))))
    for kind in (*b"".join(piles_by_seat(state, INFLUENCE_HAND)), *kinds(influence_top)):
        left.remove(kind)
    piles[INFLUENCE_DECK] = kinds(influence_top) + bytes(left)
    piles[INFLUENCE_DISCARD] = b""

    values = token_values(city)
    for seat in range(seats):
        piles[TOKENS + seat] = bytes((black or {}).get(seat, ()))
        cells[BLACK_TOKENS + seat] = len(piles[TOKENS + seat])
    for value in (*b"".join(piles_by_seat(state, TOKENS)), *tokens_top):
        values.remove(value)
    piles[TOKEN_STACK] = bytes(tokens_top) + bytes(values)

    knowledge.begin(state)
    points = [0] * (BLACK_MASTER + 1)
    for owner, building_ in zip(by_area(cells, AREA_OWNER), standing, strict=True):
        points[owner] += city.value[building_]
    for power_, name in enumerate(GRAND_POWERS):
        cells[GRAND_POWER + power_] = 1 + (powers or {}).get(name, -1)
        points[cells[GRAND_POWER + power_]] += city.power_points[power_]
    put(cells, SCORE, tuple(points[1 : seats + 1]))
    cells[BLACK_SCORE] = points[BLACK_MASTER] + sum(by_seat(cells, BLACK_TOKENS))
    recount(state)
    if score is not None:
        put(cells, SCORE, tuple(score))
    if black_score is not None:
        cells[BLACK_SCORE] = black_score
    cells[RED] = cells[ENDING] = 0
    return state


def begun(state: State) -> State:
    """Returns the state after its phase has begun. If the phase needs no decision, this is the state at the next
    decision.
    """
    state = state.copy()
    state.cells[PHASE] -= 1
    state.cells[ACTOR] = -1
    advance(state)
    return state


def names(state: State) -> list[str]:
    """Returns the legal actions in notation."""
    return [game.action_name(state, action) for action in game.legal_actions(state)]


def legal(state: State, word: str) -> list[str]:
    """Returns the notations of the legal actions that begin with this word, without the word."""
    return [name[len(word) + 1 :] for name in names(state) if name.startswith(f"{word} ")]


def play(state: State, *notations: str) -> State:
    """Returns the state after these actions. Each is taken by the seat that has to act."""
    for notation in notations:
        allowed = names(state)
        assert notation in allowed, f"{notation!r} is not among {allowed}"
        state = game.apply(state, game.legal_actions(state)[allowed.index(notation)])
    return state


def phase(state: State) -> str:
    """Returns the name of the state's phase."""
    return PHASE_NAMES[state.cells[PHASE]]


def owner(state: State, name: str) -> int | None:
    """Returns the owner of the area: a seat, BLACK for the Black Master, or None if it is neutral."""
    number = state.cells[AREA_OWNER + area(name)]
    return BLACK if number == BLACK_MASTER else number - 1 if number else None


def holder(state: State, power: str) -> int | None:
    """Returns the holder of the grand power: a seat, BLACK for the Black Master, or None if nobody has it."""
    number = state.cells[GRAND_POWER + GRAND_POWERS.index(power)]
    return BLACK if number == BLACK_MASTER else number - 1 if number else None


def hand(state: State, seat: int) -> str:
    """Returns the building cards in a seat's hand, in notation."""
    return " ".join(city.card_ids[number] for number in state.piles[HAND + seat])


def row_of(state: State) -> str:
    """Returns the open building cards, in notation."""
    return " ".join(city.card_ids[number] for number in state.piles[ROW])


def row_stones(state: State) -> tuple[int, ...]:
    """Returns the number of stones on each open building card."""
    return part(state.cells, ROW_STONES, len(state.piles[ROW]))


def text(numbers: bytes) -> str:
    """Returns the building cards with these numbers, in notation."""
    return " ".join(city.card_ids[number] for number in numbers)


def influence_of(state: State, seat: int) -> str:
    """Returns the influence cards in a seat's hand, by name."""
    return " ".join(INFLUENCE[kind] for kind in state.piles[INFLUENCE_HAND + seat])


def cube(state: State, seat: int, colour: int) -> int:
    """Returns the income in stones that a seat's income cube of a colour shows."""
    return state.cells[INCOME_CUBE + CUBES * seat + colour - 1]


def towers_on(state: State, name: str) -> int:
    """Returns the number of towers on an area."""
    return state.cells[AREA_TOWER + area(name)]
