"""Writes a board as text: first the possessions of each owner, then cards and piles. `?` means an unknown card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.games.hetverraad.showing.shapes import BLACK, Owner

Json = Mapping[str, Any]


def board(setup: Json, board: Json, names: Sequence[str]) -> list[str]:
    """Returns the lines of text that describe a board. The board may show everything, or only the knowledge of a
    seat.
    """
    lines = [*_stage(board, names)]
    for number, name in enumerate(names):
        lines += [f"{name}: {_belongings(board, number)}", f"  areas: {_areas(board, number)}"]
    master, row = board["black_master"], [f"{one['card']} {one['stones']}" for one in board["row"]]
    stands = f"on {master['area']}" if master["area"] else "outside"
    lines += [
        f"Black Master: points {master['score']}, {stands}{_powers(board, BLACK)}",
        f"  areas: {_areas(board, BLACK)}",
        f"neutral: {_areas(board, None, {area['id']: area['price'] for area in setup['areas']})}",
        f"open cards and their stones: {', '.join(row) or 'none'}",
    ]
    rows = (
        ("pawnshop", "pawnshop"),
        ("free market", "market"),
        ("discarded", "discard"),
        ("out of the game", "removed"),
        ("deck, the next first", "deck"),
        ("influence cards, the next first", "influence_deck"),
        ("influence cards put away", "influence_discard"),
        ("black tokens, the next first", "token_stack"),
    )
    return lines + [f"{title}: {_cards(board[key])}" for title, key in rows if board[key]]


def _stage(board: Json, names: Sequence[str]) -> Iterator[str]:
    interrupted = f", which interrupts {board['interrupted']}" if board["interrupted"] else ""
    last = ", the last round" if board["last_round"] else ""
    yield f"round {board['round']}, turn of {names[board['active']]}, phase {board['phase']}{interrupted}{last}"
    if board["pending"]:
        told = (f"{name} {value}" for name, value in board["pending"].items() if name != "kind")
        yield f"announced: {' '.join((board['pending']['kind'], *told))}"
    if board["black_master"]["steps"]:
        yield f"steps of the Black Master: {board['black_master']['steps']}"


def _belongings(board: Json, number: int) -> str:
    seat = board["seats"][number]
    income = ", ".join(f"{colour} {stones}" for colour, stones in seat["income"].items() if stones)
    parts = [
        f"points {seat['score']}, stones {seat['stones']}",
        f"hand {_cards(seat['hand']) or '-'}",
        f"influence {_cards(seat['influence'])}" if seat["influence"] else "",
        f"income {income}" if income else "",
        f"white tokens {seat['white_tokens']}" if seat["white_tokens"] else "",
        f"black tokens {_cards(seat['black_tokens'])}" if seat["black_tokens"] else "",
        "expelled" if seat["expelled"] else "",
    ]
    return "; ".join(filter(None, parts)) + _powers(board, number)


def _powers(board: Json, owner: Owner) -> str:
    held = [name for name, holder in board["grand_powers"].items() if holder == owner]
    return f"; grand powers {', '.join(held)}" if held else ""


def _areas(board: Json, owner: Owner, prices: Mapping[str, int] | None = None) -> str:
    """Returns the areas of an owner as text with their buildings and towers, and with their prices if `prices` is
    given; "none" if the owner has no area.
    """
    told = []
    for area in board["areas"]:
        if area["owner"] == owner:
            on = [area["building"]] if area["building"] else []
            on += ["tower"] * area["towers"]
            on += [f"price {prices[area['id']]}"] if prices else []
            told.append(f"{area['id']} ({', '.join(on)})" if on else area["id"])
    return ", ".join(told) or "none"


def _cards(held: Sequence[object]) -> str:
    """Returns the cards as text. If all of them are closed, the text is only their number."""
    if held and not any(held):
        return f"{len(held)} closed"
    return " ".join("?" if card is None else str(card) for card in held)
