"""A match told to people: what each action means, and what happened by itself after it."""

from collections.abc import Sequence
from typing import Final

from arena.games.cells import Cells, find
from arena.games.contract import Told
from arena.games.verraeter import actions
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.phases import conflict, draft
from arena.games.verraeter.phases.rounds import begin_next, take
from arena.games.verraeter.state.cards import CODES, STRENGTH, text_of
from arena.games.verraeter.state.cells import (
    ACTOR,
    ASIDE,
    BORDER,
    BUILDING,
    HAND,
    HOUSE,
    LANDSCAPE,
    OWNER,
    PHASE,
    PLAYED,
    RESHUFFLES,
    ROLE,
    ROUND,
    SCORE,
    SEATS,
    START,
    STRATEGY,
    WINNER,
)
from arena.games.verraeter.state.state import State, by_seat
from arena.games.verraeter.terms import (
    BOTH_HOUSES,
    BUILDINGS,
    CONFLICT,
    DRAFT,
    DRAW,
    EAGLE,
    LANDSCAPES,
    NOBODY,
    OVER,
    PLACES,
    RESOLUTION,
    REVEAL,
    ROLES,
    ROSE,
    SCORING,
    SETUP,
    STRATEGY_CARD,
)
from arena.games.verraeter.told.board import board, capital, landscape


class Narrator:
    """Tells matches in which the seats have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def opening(self, state: State) -> Told:
        """V-0.2 to V-0.5."""
        cells = state.cells
        houses = self._each([capital(house) for house in by_seat(cells, HOUSE)])
        start, strategist = self.names[cells[START]], self.names[cells[STRATEGY]]
        return Told("", (), ("Set-up", f"{houses}; {start} is start player, {strategist} holds the strategy card"))

    def tell(self, state: State, action: int) -> Told:
        """The action, then one stage after another."""
        new = state.copy()
        take(new, action)
        events = self._after_action(state, action, new)
        chapter: tuple[str, ...] = ()
        while new.cells[ACTOR] == NOBODY and new.cells[PHASE] != OVER:
            was = new.copy()
            begin_next(new)
            events += self._after_stage(was, new)
            if new.cells[PHASE] == CONFLICT:
                chapter = self._chapter(new)
        return Told(_meaning(state, action), tuple(events), chapter)

    def board(self, state: State) -> list[str]:
        """The circle, and what each seat has."""
        return board(state, self.names)

    def _each(self, texts: Sequence[str]) -> str:
        """One text for each seat."""
        return ", ".join(f"{name} {text}" for name, text in zip(self.names, texts, strict=True))

    def _gains(self, before: Sequence[int], after: Sequence[int]) -> str:
        """Who has more than before, and how much."""
        rows = zip(self.names, before, after, strict=True)
        return ", ".join(f"{name} {new - old}" for name, old, new in rows if new > old)

    def _chapter(self, state: State) -> tuple[str, ...]:
        """A round begins."""
        cells = state.cells
        lines = [f"Round {cells[ROUND]} of {ROUNDS[cells[SEATS]]}"]
        for house in (EAGLE, ROSE):
            members = [
                f"{name} points {cells[SCORE + seat]}, hand {text_of(cells[HAND + seat])}"
                for seat, name in enumerate(self.names)
                if cells[HOUSE + seat] == house
            ]
            lines.append(f"{capital(house)}: {'; '.join(members) or 'nobody'}")
        return (*lines, f"{self.names[cells[START]]} is start player")

    def _after_action(self, was: State, action: int, new: State) -> list[str]:
        if was.cells[PHASE] == SETUP and new.cells[ACTOR] == NOBODY:
            return [f"hands: {self._each([text_of(hand) for hand in by_seat(new.cells, HAND)])}"]
        if was.cells[PHASE] == DRAW:
            return self._drawn(was, new, action)
        return []

    def _after_stage(self, was: State, new: State) -> list[str]:  # noqa: PLR0911  # a line for each stage
        cells = new.cells
        if cells[PHASE] == DRAFT:
            return [f"set aside unseen: {ROLES[new.cells[ASIDE]]}"]
        if cells[PHASE] == REVEAL:
            return self._revealed(was.cells, cells)
        if cells[PHASE] == RESOLUTION:
            return [self._sum(new, house) for house in (EAGLE, ROSE)]
        if cells[PHASE] == SCORING:
            return self._scored(was.cells, cells)
        if cells[PHASE] == STRATEGY_CARD and cells[STRATEGY] != was.cells[STRATEGY]:
            return [f"{self.names[cells[STRATEGY]]} takes the strategy card"]
        if cells[PHASE] == DRAW:
            return self._drawn(was, new, 0)
        return self._over(was.cells, cells) if cells[PHASE] == OVER else []

    def _revealed(self, was: Cells, cells: Cells) -> list[str]:
        """V-4.1 to V-4.3."""
        told = [f"roles: {self._each([ROLES[role] for role in by_seat(cells, ROLE)])}"]
        for name, old, new in zip(self.names, by_seat(was, HOUSE), by_seat(cells, HOUSE), strict=True):
            if old != new:
                told.append(f"{name} goes over to {capital(new)}")
        return told

    def _sum(self, state: State, house: int) -> str:
        """V-5.1 to V-5.3: where the conflict points of a house come from."""
        cells = state.cells
        parts = []
        for place in (cells[BORDER], (cells[BORDER] + 1) % PLACES):
            if cells[OWNER + place] == house:
                card = cells[LANDSCAPE + place]
                parts.append(f"{LANDSCAPES[card]} {state.rules.points.base[card]}")
        for seat, name in enumerate(self.names):
            if cells[HOUSE + seat] == house and cells[PLAYED + seat]:
                parts.append(f"{name} {STRENGTH[cells[PLAYED + seat]]}")
        for role, points in enumerate(conflict.ROLE_STRENGTH):
            seat = find(cells, ROLE, cells[SEATS], role) if points else NOBODY
            if seat != NOBODY and cells[HOUSE + seat] == house:
                parts.append(f"{ROLES[role]} {points}")
        strength = conflict.strengths(cells, state.rules.points)[house]
        return f"{capital(house)} has {strength}: {' + '.join(parts) or 'nothing'}"

    def _scored(self, was: Cells, cells: Cells) -> list[str]:
        """V-5.4 to V-6.5."""
        told = ["equal: neither house wins"]
        if cells[WINNER]:
            place = next(place for place in range(PLACES) if was[OWNER + place] != cells[OWNER + place])
            winner, loser = capital(cells[WINNER]), capital(BOTH_HOUSES - cells[WINNER])
            told = [f"{winner} wins, and takes the {LANDSCAPES[cells[LANDSCAPE + place]]} of {loser}"]
        scored = []
        for seat, name in enumerate(self.names):
            role = cells[ROLE + seat]
            points = conflict.ROLE_SCORE[role]
            won = cells[SCORE + seat] - was[SCORE + seat] - points
            parts = ([str(won)] if won else []) + ([f"{points} as {ROLES[role]}"] if points else [])
            if parts:
                scored.append(f"{name} {' and '.join(parts)}")
        return [*told, f"points: {', '.join(scored) or 'nobody'}"]

    def _drawn(self, was: State, new: State, discarded: int) -> list[str]:
        """V-10.6, V-10.12: what came to each hand; the cards the actor discarded are missing from it."""
        shuffled = new.cells[RESHUFFLES] > was.cells[RESHUFFLES]
        told = ["the discard pile is shuffled and becomes the draw pile"] if shuffled else []
        drawn = []
        for seat, name in enumerate(self.names):
            came = new.cells[HAND + seat] - was.cells[HAND + seat] + (discarded if seat == was.cells[ACTOR] else 0)
            if came:
                drawn.append(f"{name} {text_of(came)}")
        return [*told, f"drawn: {', '.join(drawn)}"] if drawn else told

    def _over(self, was: Cells, cells: Cells) -> list[str]:
        """V-14.2 to V-14.4."""
        told = []
        if conflict.one_house_owns_all(cells):
            told.append(f"{capital(cells[OWNER])} owns the whole circle: the match ends")
        scored = self._gains(by_seat(was, SCORE), by_seat(cells, SCORE))
        told.append(f"trading posts, by cards in hand: {scored or 'nobody scores'}")
        best = max(by_seat(cells, SCORE))
        leaders = [name for name, score in zip(self.names, by_seat(cells, SCORE), strict=True) if score == best]
        return [*told, f"most points: {' and '.join(leaders)}, {best}"]


def _meaning(state: State, action: int) -> str:
    """What the numbers in the notation stand for."""
    cells = state.cells
    if action < CODES:
        return f"strength {STRENGTH[action]}" if action and cells[PHASE] != DRAW else ""
    base = max(base for base in _MEANINGS if action >= base)
    return _MEANINGS[base](state, action - base)


def _fight(state: State, place: int) -> str:
    sides = (place, (place + 1) % PLACES)
    return " against ".join(f"{landscape(state, at)} {_base(state, at)}" for at in sides)


def _base(state: State, place: int) -> int:
    return state.rules.points.base[state.cells[LANDSCAPE + place]]


def _pick(state: State, _: int) -> str:
    roles = [ROLES[role] for role in draft.ROLES_IN[draft.offer(state.cells, state.cells[ACTOR])]]
    return f"out of {', '.join(roles)}"


def _nothing(_state: State, _: int) -> str:
    return ""


def _under(state: State, place: int) -> str:
    return f"under the {landscape(state, place)}"


def _flip(state: State, place: int) -> str:
    return f"the {BUILDINGS[state.cells[BUILDING + place]]} under the {landscape(state, place)}"


def _move(state: State, pair: int) -> str:
    origin, target = divmod(pair, PLACES)
    kind = BUILDINGS[state.cells[BUILDING + origin]]
    return f"the {kind} under the {landscape(state, origin)} to the {landscape(state, target)}"


_MEANINGS: Final = {
    actions.FIGHT: _fight,
    actions.PICK: _pick,
    actions.BUILD_NOTHING: _nothing,
    actions.PLACE_ESTATE: _under,
    actions.PLACE_TRADING_POST: _under,
    actions.FLIP: _flip,
    actions.MOVE: _move,
    actions.MOVE_AND_FLIP: _move,
}
"""By the first integer of each kind of action."""
