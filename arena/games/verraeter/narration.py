"""A match told to people: what each action means, and what happened by itself after it."""

from collections.abc import Sequence
from typing import Final

from arena.games.contract import Told
from arena.games.verraeter import actions, conflict, draft
from arena.games.verraeter.board import board, capital, landscape
from arena.games.verraeter.cards import CODES, STRENGTH, text_of
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.rounds import begin_next, take
from arena.games.verraeter.state import State, Table
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


class Narrator:
    """Tells matches in which the seats have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def opening(self, state: State) -> Told:
        """V-0.2 to V-0.5."""
        table = state.table
        houses = self._each([capital(house) for house in table.house])
        start, strategist = self.names[table.start], self.names[table.strategist]
        return Told("", (), ("Set-up", f"{houses}; {start} is start player, {strategist} holds the strategy card"))

    def tell(self, state: State, action: int) -> Told:
        """The action, then one stage after another."""
        new = take(state, action)
        events = self._after_action(state, action, new)
        chapter: tuple[str, ...] = ()
        while new.table.actor == NOBODY and new.table.phase != OVER:
            was = new.copy()
            begin_next(new)
            events += self._after_stage(was, new)
            if new.table.phase == CONFLICT:
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
        table = state.table
        lines = [f"Round {table.round} of {ROUNDS[table.seats]}"]
        for house in (EAGLE, ROSE):
            members = [
                f"{name} points {table.score[seat]}, hand {text_of(state.hands[seat])}"
                for seat, name in enumerate(self.names)
                if table.house[seat] == house
            ]
            lines.append(f"{capital(house)}: {'; '.join(members) or 'nobody'}")
        return (*lines, f"{self.names[table.start]} is start player")

    def _after_action(self, was: State, action: int, new: State) -> list[str]:
        if was.table.phase == SETUP and new.table.actor == NOBODY:
            return [f"hands: {self._each([text_of(hand) for hand in new.hands])}"]
        if was.table.phase == DRAW:
            return self._drawn(was, new, action)
        return []

    def _after_stage(self, was: State, new: State) -> list[str]:  # noqa: PLR0911  # a line for each stage
        table = new.table
        if table.phase == DRAFT:
            return [f"set aside unseen: {ROLES[new.aside]}"]
        if table.phase == REVEAL:
            return self._revealed(was.table, table)
        if table.phase == RESOLUTION:
            return [self._sum(new, house) for house in (EAGLE, ROSE)]
        if table.phase == SCORING:
            return self._scored(was.table, table)
        if table.phase == STRATEGY_CARD and table.strategist != was.table.strategist:
            return [f"{self.names[table.strategist]} takes the strategy card"]
        if table.phase == DRAW:
            return self._drawn(was, new, 0)
        return self._over(was.table, table) if table.phase == OVER else []

    def _revealed(self, was: Table, table: Table) -> list[str]:
        """V-4.1 to V-4.3."""
        told = [f"roles: {self._each([ROLES[role] for role in table.role])}"]
        for name, old, new in zip(self.names, was.house, table.house, strict=True):
            if old != new:
                told.append(f"{name} goes over to {capital(new)}")
        return told

    def _sum(self, state: State, house: int) -> str:
        """V-5.1 to V-5.3: where the conflict points of a house come from."""
        table = state.table
        parts = []
        for place in (table.conflict, (table.conflict + 1) % PLACES):
            if table.circle_house[place] == house:
                card = table.landscape[place]
                parts.append(f"{LANDSCAPES[card]} {state.rules.points.base[card]}")
        for seat, name in enumerate(self.names):
            if table.house[seat] == house and table.played[seat]:
                parts.append(f"{name} {STRENGTH[table.played[seat]]}")
        for role, points in conflict.DIPLOMAT_POINTS:
            seat = table.role.find(role)
            if seat != NOBODY and table.house[seat] == house:
                parts.append(f"{ROLES[role]} {points}")
        strength = conflict.strengths(table, state.rules.points)[house]
        return f"{capital(house)} has {strength}: {' + '.join(parts) or 'nothing'}"

    def _scored(self, was: Table, table: Table) -> list[str]:
        """V-5.4 to V-6.5."""
        told = ["equal: neither house wins"]
        if table.winner:
            place = next(place for place in range(PLACES) if was.circle_house[place] != table.circle_house[place])
            winner, loser = capital(table.winner), capital(BOTH_HOUSES - table.winner)
            told = [f"{winner} wins, and takes the {LANDSCAPES[table.landscape[place]]} of {loser}"]
        by_role = {table.role.find(role): (points, ROLES[role]) for role, points in conflict.ROLE_SCORE}
        scored = []
        for seat, name in enumerate(self.names):
            points, role = by_role.get(seat, (0, ""))
            won = table.score[seat] - was.score[seat] - points
            parts = ([str(won)] if won else []) + ([f"{points} as {role}"] if points else [])
            if parts:
                scored.append(f"{name} {' and '.join(parts)}")
        return [*told, f"points: {', '.join(scored) or 'nobody'}"]

    def _drawn(self, was: State, new: State, discarded: int) -> list[str]:
        """V-10.6, V-10.12: what came to each hand; the cards the actor discarded are missing from it."""
        told = ["the discard pile is shuffled and becomes the draw pile"] if new.reshuffles > was.reshuffles else []
        drawn = []
        for seat, name in enumerate(self.names):
            came = new.hands[seat] - was.hands[seat] + (discarded if seat == was.table.actor else 0)
            if came:
                drawn.append(f"{name} {text_of(came)}")
        return [*told, f"drawn: {', '.join(drawn)}"] if drawn else told

    def _over(self, was: Table, table: Table) -> list[str]:
        """V-14.2 to V-14.4."""
        told = []
        if len(set(table.circle_house)) == 1:
            told.append(f"{capital(table.circle_house[0])} owns the whole circle: the match ends")
        scored = self._gains(was.score, table.score)
        told.append(f"trading posts, by cards in hand: {scored or 'nobody scores'}")
        best = max(table.score)
        leaders = [name for name, score in zip(self.names, table.score, strict=True) if score == best]
        return [*told, f"most points: {' and '.join(leaders)}, {best}"]


def _meaning(state: State, action: int) -> str:
    """What the numbers in the notation stand for."""
    table = state.table
    if action < CODES:
        return f"strength {STRENGTH[action]}" if action and table.phase != DRAW else ""
    base = max(base for base in _MEANINGS if action >= base)
    return _MEANINGS[base](state, action - base)


def _fight(state: State, place: int) -> str:
    sides = (place, (place + 1) % PLACES)
    return " against ".join(f"{landscape(state, at)} {_base(state, at)}" for at in sides)


def _base(state: State, place: int) -> int:
    return state.rules.points.base[state.table.landscape[place]]


def _pick(state: State, _: int) -> str:
    roles = [ROLES[role] for role in draft.ROLES_IN[draft.offer(state, state.table.actor)]]
    return f"out of {', '.join(roles)}"


def _nothing(_state: State, _: int) -> str:
    return ""


def _under(state: State, place: int) -> str:
    return f"under the {landscape(state, place)}"


def _flip(state: State, place: int) -> str:
    return f"the {BUILDINGS[state.table.building_kind[place]]} under the {landscape(state, place)}"


def _move(state: State, pair: int) -> str:
    origin, target = divmod(pair, PLACES)
    kind = BUILDINGS[state.table.building_kind[origin]]
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
