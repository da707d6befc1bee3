"""What became different between two states, told to people: whatever rule brought it about."""

from collections import Counter
from collections.abc import Sequence

from arena.games.hetverraad.city import City
from arena.games.hetverraad.state import State, Table
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
            *self._areas(was.table, new.table, city),
            *self._powers(was.table, new.table, city),
            *self._points(was.table, new.table),
            *self._cards(was, new),
            *self._end(was.table, new.table),
        ]

    def stones(self, was: Table, new: Table) -> list[str]:
        """Who has more stones or fewer."""
        rows = zip(self.names, was.stones, new.stones, strict=True)
        moved = [f"{name} {_change(before, after)}" for name, before, after in rows if before != after]
        return [f"stones: {', '.join(moved)}"] if moved else []

    def row(self, was: Table, new: Table, city: City) -> list[str]:
        """The open cards, if there are others than before."""
        return [open_cards(new, city)] if new.row != was.row else []

    def _areas(self, was: Table, new: Table, city: City) -> list[str]:
        moved: dict[tuple[int, int], list[str]] = {}
        for area, owners in enumerate(zip(was.area_owner, new.area_owner, strict=True)):
            if owners[0] != owners[1]:
                moved.setdefault(owners, []).append(city.area_ids[area])
        told = []
        for (loser, winner), areas in moved.items():
            if loser != NEUTRAL:
                told.append(f"{', '.join(areas)} of {self.owners[loser]} goes to {self.owners[winner]}")
            elif winner != was.actor + 1:
                told.append(f"{self.owners[winner]} has {', '.join(areas)}")
        for area, name in enumerate(city.area_ids):
            if new.area_tower[area] < was.area_tower[area]:
                told.append(f"the tower on {name} falls")
            card = was.area_building[area]
            if card and card != new.area_building[area]:
                told.append(f"{city.card_ids[card]} on {name} is gone")
        return told

    def _powers(self, was: Table, new: Table, city: City) -> list[str]:
        told = []
        for power, name in enumerate(GRAND_POWERS):
            holder, points = new.grand_power[power], city.power_points[power]
            if was.grand_power[power] != holder:
                told.append(f"the grand power of {name}, points {points}, goes to {self.owners[holder]}")
        return told

    def _points(self, was: Table, new: Table) -> list[str]:
        before, after = (*was.score, was.black_score), (*new.score, new.black_score)
        rows = zip((*self.names, "Black Master"), before, after, strict=True)
        moved = [f"{name} {_change(old, now)}" for name, old, now in rows if old != now]
        return [f"points: {', '.join(moved)}"] if moved else []

    def _cards(self, was: State, new: State) -> list[str]:
        """What came closed: cards that lay nowhere open, influence cards, and tokens."""
        city, seen = new.rules.city, was.table.row + was.table.pawnshop + was.table.market
        told = []
        for seat, name in enumerate(self.names):
            drawn = [city.card_ids[card] for card in _more(was.hands[seat], new.hands[seat]) if card not in seen]
            drawn += [INFLUENCE[kind] for kind in _more(was.influence[seat], new.influence[seat])]
            drawn += [f"a token of {value}" for value in _more(was.tokens[seat], new.tokens[seat])]
            if drawn:
                told.append(f"{name} draws {', '.join(drawn)}")
        if new.table.reshuffles > was.table.reshuffles:
            told.append("the discarded building cards are shuffled and become the deck")
        return told

    def _end(self, was: Table, new: Table) -> list[str]:
        told = ["the end score is reached: this round is the last"] if new.ending > was.ending else []
        gone = [name for seat, name in enumerate(self.names) if new.expelled[seat] > was.expelled[seat]]
        return told + [f"{name} is expelled" for name in gone]


def open_cards(table: Table, city: City) -> str:
    """The row, with the stones on its cards."""
    rows = zip(table.row, table.row_stones, strict=True)
    cards = ", ".join(f"{city.card_ids[card]} {stones}" for card, stones in rows)
    return f"open cards and their stones: {cards or 'none'}"


def _change(before: int, after: int) -> str:
    return f"{before} to {after}"


def _more(before: bytes, after: bytes) -> list[int]:
    """What is in a row oftener than before."""
    return sorted((Counter(after) - Counter(before)).elements())
