"""The whole state as text: for each owner what he has and his areas, then cards and piles."""

from collections.abc import Iterable, Sequence

from arena.games.hetverraad.changes import open_cards
from arena.games.hetverraad.rows import places_of
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import BLACK_MASTER, COLOURS, CUBES, GRAND_POWERS, INFLUENCE, NEUTRAL, OUTSIDE


def board(state: State, names: Sequence[str]) -> list[str]:
    """Everything there is, secrets included."""
    table, city = state.table, state.rules.city
    lines = []
    for seat, name in enumerate(names):
        lines += [f"{name}: {_belongings(state, seat)}", f"  areas: {_areas(state, seat + 1)}"]
    stands = "outside" if table.black_master == OUTSIDE else f"on {city.area_ids[table.black_master]}"
    lines += [
        f"Black Master: points {table.black_score}, {stands}{_powers(state, BLACK_MASTER)}",
        f"  areas: {_areas(state, BLACK_MASTER)}",
        f"neutral: {_areas(state, NEUTRAL)}",
        open_cards(table, city),
    ]
    piles = (
        ("pawnshop", _cards(state, table.pawnshop)),
        ("free market", _cards(state, table.market)),
        ("discarded", _cards(state, table.discard)),
        ("out of the game", _cards(state, table.removed)),
        ("deck, the next first", _cards(state, state.deck)),
        ("influence cards, the next first", _kinds(state.influence_deck)),
        ("influence cards put away", _kinds(table.influence_discard)),
        ("black tokens, the next first", " ".join(map(str, state.token_stack))),
    )
    return lines + [f"{title}: {cards}" for title, cards in piles if cards]


def _belongings(state: State, seat: int) -> str:
    table = state.table
    income = [
        f"{colour} {stones}"
        for colour, stones in zip(COLOURS[1:], table.income[CUBES * seat : CUBES * (seat + 1)], strict=True)
        if stones
    ]
    parts = [
        f"points {table.score[seat]}, stones {table.stones[seat]}",
        f"hand {_cards(state, state.hands[seat]) or '-'}",
        f"influence {_kinds(state.influence[seat])}" if state.influence[seat] else "",
        f"income {', '.join(income)}" if income else "",
        f"white tokens {table.white[seat]}" if table.white[seat] else "",
        f"black tokens {' '.join(map(str, state.tokens[seat]))}" if state.tokens[seat] else "",
    ]
    return "; ".join(part for part in parts if part) + _powers(state, seat + 1)


def _powers(state: State, owner: int) -> str:
    held = [GRAND_POWERS[power] for power in places_of(state.table.grand_power, owner)]
    return f"; grand powers {', '.join(held)}" if held else ""


def _areas(state: State, owner: int) -> str:
    """The areas with what stands on them."""
    table, city = state.table, state.rules.city
    told = []
    for area in places_of(table.area_owner, owner):
        card = table.area_building[area]
        on = [city.card_ids[card]] if card else []
        on += ["tower"] * table.area_tower[area]
        told.append(f"{city.area_ids[area]} ({', '.join(on)})" if on else city.area_ids[area])
    return ", ".join(told) or "none"


def _cards(state: State, cards: Iterable[int]) -> str:
    return " ".join(state.rules.city.card_ids[card] for card in cards)


def _kinds(kinds: Iterable[int]) -> str:
    return " ".join(INFLUENCE[kind] for kind in kinds)
