"""Boards: the state of a match as JSON values, with the facts that one viewer may know.

Several boards can contain the same list or mapping object, so no code may change a board.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from arena.games.cells import Cells, count, part
from arena.games.hetverraad.city import City
from arena.games.hetverraad.phases import ending
from arena.games.hetverraad.phases.ending import last_round
from arena.games.hetverraad.showing import viewer_knowledge
from arena.games.hetverraad.showing.parts import open_parts
from arena.games.hetverraad.showing.shapes import BLACK, AreaFrame, Frame, Owner, SeatFrame, TurnFrame, WonFrame
from arena.games.hetverraad.showing.viewer_knowledge import Known
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    ATTACKS,
    BLACK_DIE,
    BLACK_PLACE,
    BLACK_SCORE,
    BUILDINGS_BUILT,
    DARK_VALUE,
    EXPELLED,
    GRAND_POWER,
    INCOME_CUBE,
    INFLUENCE_RESHUFFLES,
    PENDING,
    PHASE,
    RED,
    RESHUFFLES,
    RESUME,
    ROUND,
    ROW_STONES,
    SCORE,
    SEATS,
    SLOT,
    START,
    STEPS,
    STONES,
    TOKENS_BOUGHT,
    TOWERS_BUILT,
    WHITE_DIE,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import (
    AREAS_BLOCKED,
    AREAS_BOUGHT,
    CARD_SHUFFLE,
    CARDS_SOLD,
    DISCARD,
    INFLUENCE_DISCARD,
    MARKET,
    OPEN_PILES,
    PAWNSHOP,
    REMOVED,
    ROW,
)
from arena.games.hetverraad.state.state import Rules, State, View, by_area
from arena.games.hetverraad.terms import (
    AREAS,
    BLACK_MASTER,
    COLOURS,
    CUBES,
    GRAND_POWERS,
    INFLUENCE,
    NEUTRAL,
    OUTSIDE,
    OVER,
    PHASE_NAMES,
)

MOST_SEATS: Final = 5
_SEATS: Final = tuple([seat for seat in range(MOST_SEATS) if eyes >> seat & 1] for eyes in range(1 << MOST_SEATS))
"""The list of the seats in each set of seats, indexed by the set (a sum of 1 << seat)."""


def revealed(state: State) -> Frame:
    """Returns the board with the whole state, hidden cards included."""
    return _frame(state.rules, state.cells, state.piles[:OPEN_PILES], viewer_knowledge.everything(state))


def shown(view: View) -> Frame:
    """Returns the board with everything that the seat of the view knows."""
    return _frame(view.rules, view.cells, view.piles[:OPEN_PILES], viewer_knowledge.by_the_seat(view))


def open_table(state: State) -> Frame:
    """Returns the board with only the facts that every seat knows. If some seat does not know a card in a hand, the
    board does not even show which seats know it.
    """
    return _frame(state.rules, state.cells, state.piles[:OPEN_PILES], viewer_knowledge.by_all(state))


def _frame(rules: Rules, cells: Cells, piles: list[bytes], told: Known) -> Frame:
    """Returns the board of a state. `piles` are the open piles, and `told` is the viewer's knowledge of the closed
    piles.
    """
    city, deck = rules.city, told.cards[-1]
    return {
        "round": cells[ROUND],
        "phase": PHASE_NAMES[cells[PHASE]],
        "interrupted": PHASE_NAMES[cells[RESUME]] if cells[RESUME] else None,
        "start": cells[START],
        "active": cells[ACTIVE],
        "slot": cells[SLOT],
        "last_round": last_round(cells, rules.options),
        "won": _won(cells, rules) if cells[PHASE] == OVER else None,
        "turn": _turn(cells, piles, city),
        "pending": open_parts(city, cells[PENDING]) if cells[PENDING] else None,
        "areas": _areas(cells, city),
        "black_master": {
            "area": None if cells[BLACK_PLACE] == OUTSIDE else city.area_ids[cells[BLACK_PLACE]],
            "score": cells[BLACK_SCORE],
            "steps": cells[STEPS],
            "black_die": cells[BLACK_DIE] or None,
            "white_die": cells[WHITE_DIE] or None,
        },
        "seats": [_seat(cells, city, told, seat) for seat in range(cells[SEATS])],
        "grand_powers": {
            name: _owner(owner)
            for name, owner in zip(GRAND_POWERS, part(cells, GRAND_POWER, len(GRAND_POWERS)), strict=True)
        },
        "row": [
            {"card": city.card_ids[card], "stones": stones}
            for card, stones in zip(piles[ROW], part(cells, ROW_STONES, len(piles[ROW])), strict=True)
        ],
        "pawnshop": _cards(city, piles[PAWNSHOP]),
        "market": _cards(city, piles[MARKET]),
        "discard": _cards(city, piles[DISCARD]),
        "removed": _cards(city, piles[REMOVED]),
        "deck": _closed(city.card_ids, deck.cards),
        "deck_shuffles": list(deck.shuffles),
        "deck_seen_by": _seats(deck.seen_by),
        "reshuffles": cells[RESHUFFLES],
        "reshuffled": _reshuffled(piles[CARD_SHUFFLE], city),
        "influence_deck": _closed(INFLUENCE, told.influence[-1]),
        "influence_discard": [INFLUENCE[kind] for kind in piles[INFLUENCE_DISCARD]],
        "influence_reshuffles": cells[INFLUENCE_RESHUFFLES],
        "influence_kept": [INFLUENCE[kind] for kind in told.older],
        "token_stack": [value or None for value in told.tokens[-1]],
        "token_stack_seen_by": _seats(told.token_eyes[-1]),
    }


def _won(cells: Cells, rules: Rules) -> WonFrame:
    """R-87 to R-90: returns the side that won, and the seats that rank first."""
    merits = ending.merits(cells, rules.options)
    return {
        "side": "evil" if ending.true_black_masters(cells, rules.options) else "good",
        "seats": [seat for seat, merit in enumerate(merits) if merit == max(merits)],
    }


def _turn(cells: Cells, piles: list[bytes], city: City) -> TurnFrame:
    return {
        "areas_bought": [city.area_ids[area] for area in piles[AREAS_BOUGHT]],
        "areas_blocked": [city.area_ids[area] for area in piles[AREAS_BLOCKED]],
        "buildings": cells[BUILDINGS_BUILT],
        "towers": cells[TOWERS_BUILT],
        "tokens": cells[TOKENS_BOUGHT],
        "cards_sold": _cards(city, piles[CARDS_SOLD]),
        "attacks": cells[ATTACKS],
        "red": bool(cells[RED]),
    }


def _owner(owner: int) -> Owner:
    if owner == BLACK_MASTER:
        return BLACK
    return None if owner == NEUTRAL else owner - 1


def _cards(city: City, cards: bytes) -> list[str]:
    return [city.card_ids[card] for card in cards]


def _closed(names: Sequence[str], numbers: Iterable[int]) -> list[str | None]:
    """Returns the name for each number, in order. 0 means an unknown card and becomes None."""
    return [names[number] if number else None for number in numbers]


def _seats(rows: Iterable[int]) -> list[list[int]]:
    """Returns, for each set of seats (a sum of 1 << seat), the list of its seats."""
    return [_SEATS[eyes] for eyes in rows]


def _reshuffled(shuffles: bytes, city: City) -> dict[str, int]:
    if shuffles == city.letter:
        return {}
    rows = zip(city.card_ids, shuffles, city.letter, strict=True)
    return {card: shuffle for card, shuffle, letter in rows if shuffle != letter}


def _areas(cells: Cells, city: City) -> list[AreaFrame]:
    ids = city.card_ids
    rows = zip(
        city.area_ids,
        by_area(cells, AREA_OWNER),
        by_area(cells, AREA_BUILDING),
        by_area(cells, AREA_TOWER),
        strict=True,
    )
    return [_area(area, owner, ids[card] if card else None, towers) for area, owner, card, towers in rows]


@lru_cache(maxsize=4096)
def _area(area: str, owner: int, building: str | None, towers: int) -> AreaFrame:
    return {"id": area, "owner": _owner(owner), "building": building, "towers": towers}


def _seat(cells: Cells, city: City, told: Known, seat: int) -> SeatFrame:
    hand = told.cards[seat]
    return {
        "score": cells[SCORE + seat],
        "stones": cells[STONES + seat],
        "hand": _closed(city.card_ids, hand.cards),
        "hand_shuffles": list(hand.shuffles),
        "hand_seen_by": [_SEATS[eyes] or None for eyes in hand.seen_by],
        "influence": _closed(INFLUENCE, told.influence[seat]),
        "influence_ages": list(told.ages[seat]),
        "white_tokens": cells[WHITE_TOKENS + seat],
        "black_tokens": [value or None for value in told.tokens[seat]],
        "black_tokens_seen_by": _seats(told.token_eyes[seat]),
        "dark_power": cells[DARK_VALUE + seat] or None,
        "income": {colour: cells[INCOME_CUBE + CUBES * seat + cube] for cube, colour in enumerate(COLOURS[1:])},
        "knights": city.knights - count(cells, AREA_OWNER, AREAS, seat + 1),
        "expelled": bool(cells[EXPELLED + seat]),
    }
