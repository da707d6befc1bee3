"""Writes a board as text: the circle, a line for each seat, and the piles. `?` means an unknown card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]


def board(setup: Json, board: Json, names: Sequence[str]) -> list[str]:
    """Returns the lines of text that describe a board. The board may show everything, or only the knowledge of a
    seat.
    """
    aside = [f"set aside: {board['aside']}"] if board["aside"] else []
    return [
        *_stage(setup, board),
        *(_place(setup, board, place, names) for place in range(len(board["circle"]))),
        *(_seat(board, seat, name) for seat, name in enumerate(names)),
        f"draw pile, the next first: {cards(board['draw_pile'])}",
        f"discard pile: {cards(board['discard'])}",
        *aside,
    ]


def cards(held: Sequence[object]) -> str:
    """Returns the cards as text, or `-` if there are none. If all are unknown, the text only counts them."""
    if held and not any(held):
        return f"{len(held)} closed"
    return " ".join("?" if card is None else str(card) for card in held) or "-"


def _stage(setup: Json, board: Json) -> Iterator[str]:
    yield f"round {board['round']} of {setup['rounds']}, phase {board['phase']}"
    if strengths := board["strengths"]:
        yield f"conflict points so far: {', '.join(f'{house} {points}' for house, points in strengths.items())}"
    if board["may_draw"] is not None:
        yield f"cards to be drawn after discarding: {board['may_draw']}"


def _place(setup: Json, board: Json, number: int, names: Sequence[str]) -> str:
    circle, border = board["circle"], board["conflict"]
    place = circle[number]
    points = next(card["base"] for card in setup["landscapes"] if card["name"] == place["landscape"])
    stands = place["building"]
    building = f"{stands['kind']} of {names[stands['seat']]}" if stands else ""
    mark = "*" if border is not None and number in (border, (border + 1) % len(circle)) else " "
    house = place["house"].capitalize()
    return f"{number:2}{mark} {house:<5} {place['landscape']:<7} {points:2}  {building}".rstrip()


def _seat(board: Json, number: int, name: str) -> str:
    seat = board["seats"][number]
    parts = [seat["house"].capitalize(), f"points {seat['score']}", f"hand {cards(seat['hand'])}"]
    if seat["role"] or seat["kept"]:
        parts.append(f"role {seat['role'] or '?'}")
    if seat["offered"]:
        parts.append(f"offered {' '.join(seat['offered'])}")
    if seat["played"]:
        parts.append(f"played {cards(seat['played'])}")
    parts.append(f"buildings in reserve {seat['reserve']}")
    holders = (("start", board["start"]), ("strategy card", board["strategist"]))
    return f"{name}: {', '.join(parts + [mark for mark, holder in holders if holder == number])}"
