"""The whole state as text: for each owner what he has and his areas, then cards and piles."""

from collections.abc import Iterable, Sequence

from arena.games.cells import part
from arena.games.hetverraad.state.cells import (
    AREA_BUILDING,
    AREA_TOWER,
    BLACK_PLACE,
    BLACK_SCORE,
    GRAND_POWER,
    INCOME_CUBE,
    ROW_STONES,
    SCORE,
    STONES,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.owners import areas_of
from arena.games.hetverraad.state.piles import (
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    PAWNSHOP,
    REMOVED,
    ROW,
    TOKEN_STACK,
    TOKENS,
)
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import BLACK_MASTER, COLOURS, CUBES, GRAND_POWERS, INFLUENCE, NEUTRAL, OUTSIDE


def board(state: State, names: Sequence[str]) -> list[str]:
    """Everything there is, secrets included."""
    cells, piles, city = state.cells, state.piles, state.rules.city
    lines = []
    for seat, name in enumerate(names):
        lines += [f"{name}: {_belongings(state, seat)}", f"  areas: {_areas(state, seat + 1)}"]
    stands = "outside" if cells[BLACK_PLACE] == OUTSIDE else f"on {city.area_ids[cells[BLACK_PLACE]]}"
    lines += [
        f"Black Master: points {cells[BLACK_SCORE]}, {stands}{_powers(state, BLACK_MASTER)}",
        f"  areas: {_areas(state, BLACK_MASTER)}",
        f"neutral: {_areas(state, NEUTRAL)}",
        f"open cards and their stones: {_row(state) or 'none'}",
    ]
    rows = (
        ("pawnshop", _cards(state, piles[PAWNSHOP])),
        ("free market", _cards(state, piles[MARKET])),
        ("discarded", _cards(state, piles[DISCARD])),
        ("out of the game", _cards(state, piles[REMOVED])),
        ("deck, the next first", _cards(state, piles[DECK])),
        ("influence cards, the next first", _kinds(piles[INFLUENCE_DECK])),
        ("influence cards put away", _kinds(piles[INFLUENCE_DISCARD])),
        ("black tokens, the next first", " ".join(map(str, piles[TOKEN_STACK]))),
    )
    return lines + [f"{title}: {cards}" for title, cards in rows if cards]


def _belongings(state: State, seat: int) -> str:
    cells, piles = state.cells, state.piles
    income = [
        f"{colour} {stones}"
        for colour, stones in zip(COLOURS[1:], part(cells, INCOME_CUBE + CUBES * seat, CUBES), strict=True)
        if stones
    ]
    parts = [
        f"points {cells[SCORE + seat]}, stones {cells[STONES + seat]}",
        f"hand {_cards(state, piles[HAND + seat]) or '-'}",
        f"influence {_kinds(piles[INFLUENCE_HAND + seat])}" if piles[INFLUENCE_HAND + seat] else "",
        f"income {', '.join(income)}" if income else "",
        f"white tokens {cells[WHITE_TOKENS + seat]}" if cells[WHITE_TOKENS + seat] else "",
        f"black tokens {' '.join(map(str, piles[TOKENS + seat]))}" if piles[TOKENS + seat] else "",
    ]
    return "; ".join(filter(None, parts)) + _powers(state, seat + 1)


def _powers(state: State, owner: int) -> str:
    held = [name for power, name in enumerate(GRAND_POWERS) if state.cells[GRAND_POWER + power] == owner]
    return f"; grand powers {', '.join(held)}" if held else ""


def _areas(state: State, owner: int) -> str:
    """The areas with what stands on them."""
    cells, city = state.cells, state.rules.city
    told = []
    for area in areas_of(cells, owner):
        card = cells[AREA_BUILDING + area]
        on = [city.card_ids[card]] if card else []
        on += ["tower"] * cells[AREA_TOWER + area]
        told.append(f"{city.area_ids[area]} ({', '.join(on)})" if on else city.area_ids[area])
    return ", ".join(told) or "none"


def _row(state: State) -> str:
    row = state.piles[ROW]
    rows = zip(row, part(state.cells, ROW_STONES, len(row)), strict=True)
    return ", ".join(f"{state.rules.city.card_ids[card]} {stones}" for card, stones in rows)


def _cards(state: State, cards: Iterable[int]) -> str:
    return " ".join(state.rules.city.card_ids[card] for card in cards)


def _kinds(kinds: Iterable[int]) -> str:
    return " ".join(INFLUENCE[kind] for kind in kinds)
