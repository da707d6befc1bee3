"""What became different between two states, told to people: whatever rule brought it about."""

from collections import Counter
from collections.abc import Sequence

from arena.games.cells import Cells, part
from arena.games.hetverraad.city import City
from arena.games.hetverraad.phases.ending import last_round
from arena.games.hetverraad.state.cells import (
    ACTOR,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    BLACK_SCORE,
    ENDING,
    EXPELLED,
    GRAND_POWER,
    RESHUFFLES,
    ROUND,
    ROW_STONES,
    SCORE,
    STONES,
)
from arena.games.hetverraad.state.piles import HAND, INFLUENCE_HAND, MARKET, PAWNSHOP, ROW, TOKENS
from arena.games.hetverraad.state.state import State, by_area, by_seat
from arena.games.hetverraad.terms import BLACK_MASTER, GRAND_POWERS, INFLUENCE, NEUTRAL


class Changes:
    """Tells what changed in matches in which the seats have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.owners = ("nobody", *self.names, *("",) * (BLACK_MASTER - 1 - len(self.names)), "the Black Master")
        """By owner of areas and grand powers."""

    def between(self, was: State, new: State) -> list[str]:
        """All that changed and can be seen from the two states, except stones."""
        city = new.rules.city
        return [
            *self._areas(was.cells, new.cells, city),
            *self._powers(was.cells, new.cells, city),
            *self._points(was.cells, new.cells),
            *self._cards(was, new),
            *self._end(was, new),
        ]

    def stones(self, was: Cells, new: Cells) -> list[str]:
        """Who has more stones or fewer."""
        rows = zip(self.names, by_seat(was, STONES), by_seat(new, STONES), strict=True)
        moved = [f"{name} {_change(before, after)}" for name, before, after in rows if before != after]
        return [f"stones: {', '.join(moved)}"] if moved else []

    def row(self, was: State, new: State) -> list[str]:
        """The open cards, if there are others than before."""
        return [open_cards(new)] if new.piles[ROW] != was.piles[ROW] else []

    def _areas(self, was: Cells, new: Cells, city: City) -> list[str]:
        moved: dict[tuple[int, int], list[str]] = {}
        for area, owners in enumerate(zip(by_area(was, AREA_OWNER), by_area(new, AREA_OWNER), strict=True)):
            if owners[0] != owners[1]:
                moved.setdefault(owners, []).append(city.area_ids[area])
        told = []
        for (loser, winner), areas in moved.items():
            if loser != NEUTRAL:
                told.append(f"{', '.join(areas)} of {self.owners[loser]} goes to {self.owners[winner]}")
            elif winner != was[ACTOR] + 1:
                told.append(f"{self.owners[winner]} has {', '.join(areas)}")
        for area, name in enumerate(city.area_ids):
            if new[AREA_TOWER + area] < was[AREA_TOWER + area]:
                told.append(f"the tower on {name} falls")
            card = was[AREA_BUILDING + area]
            if card and card != new[AREA_BUILDING + area]:
                told.append(f"{city.card_ids[card]} on {name} is gone")
        return told

    def _powers(self, was: Cells, new: Cells, city: City) -> list[str]:
        told = []
        for power, name in enumerate(GRAND_POWERS):
            holder, points = new[GRAND_POWER + power], city.power_points[power]
            if was[GRAND_POWER + power] != holder:
                told.append(f"the grand power of {name}, points {points}, goes to {self.owners[holder]}")
        return told

    def _points(self, was: Cells, new: Cells) -> list[str]:
        before, after = (*by_seat(was, SCORE), was[BLACK_SCORE]), (*by_seat(new, SCORE), new[BLACK_SCORE])
        rows = zip((*self.names, "Black Master"), before, after, strict=True)
        moved = [f"{name} {_change(old, now)}" for name, old, now in rows if old != now]
        return [f"points: {', '.join(moved)}"] if moved else []

    def _cards(self, was: State, new: State) -> list[str]:
        """What came closed: cards that lay nowhere open, influence cards, and tokens."""
        city, seen, told = new.rules.city, was.piles[ROW], []
        reshuffled = new.cells[RESHUFFLES] > was.cells[RESHUFFLES]
        if not reshuffled:  # else the cards of the markets were in the deck
            seen += was.piles[PAWNSHOP] + was.piles[MARKET]
        for seat, name in enumerate(self.names):
            drawn = [
                city.card_ids[card]
                for card in _more(was.piles[HAND + seat], new.piles[HAND + seat])
                if card not in seen
            ]
            drawn += [
                INFLUENCE[kind] for kind in _more(was.piles[INFLUENCE_HAND + seat], new.piles[INFLUENCE_HAND + seat])
            ]
            drawn += [f"a token of {value}" for value in _more(was.piles[TOKENS + seat], new.piles[TOKENS + seat])]
            if drawn:
                told.append(f"{name} draws {', '.join(drawn)}")
        if reshuffled:
            told.append("the discarded building cards are shuffled and become the deck")
        return told

    def _end(self, was: State, new: State) -> list[str]:
        cells, most, told = new.cells, new.rules.options.most_turns, []
        if cells[ENDING] > was.cells[ENDING]:
            told.append("the end score is reached: this round is the last")
        elif last_round(cells, new.rules.options) and not last_round(was.cells, was.rules.options):
            told.append(f"round {cells[ROUND]} reaches the limit of {most} turns: it is the last")
        gone = [name for seat, name in enumerate(self.names) if cells[EXPELLED + seat] > was.cells[EXPELLED + seat]]
        return told + [f"{name} is expelled" for name in gone]


def open_cards(state: State) -> str:
    """The row, with the stones on its cards."""
    city, row = state.rules.city, state.piles[ROW]
    rows = zip(row, part(state.cells, ROW_STONES, len(row)), strict=True)
    cards = ", ".join(f"{city.card_ids[card]} {stones}" for card, stones in rows)
    return f"open cards and their stones: {cards or 'none'}"


def _change(before: int, after: int) -> str:
    return f"{before} to {after}"


def _more(before: bytes, after: bytes) -> list[int]:
    """What is in a row oftener than before."""
    return sorted((Counter(after) - Counter(before)).elements())
