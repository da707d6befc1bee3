"""Verräter as a `Game`."""

from typing import Final

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.contract import Board, GameInfo, Parts, Rng
from arena.games.verraeter import actions, sampling
from arena.games.verraeter.codes import DRAW, NOBODY, REVEAL
from arena.games.verraeter.editions import OPTIONS, PHRASES, ROUNDS
from arena.games.verraeter.phases import draft, drawing, rounds, setup
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.showing import frames, layout, parts
from arena.games.verraeter.state.cells import ACTOR, ASIDE, HAND, KEPT, OPEN_CELLS, PHASE, SCORE, START
from arena.games.verraeter.state.state import Rules, State, View, by_seat

INFO: Final = GameInfo(
    key="verraeter",
    title="Verräter",
    rules_version=2,
    seats=range(min(ROUNDS), max(ROUNDS) + 1),
    editions=tuple(OPTIONS),
    action_space=actions.ACTION_SPACE,
    phrases=tuple(PHRASES[edition] for edition in OPTIONS),
)


class Verraeter:
    """The rules of Verräter with one point table."""

    info = INFO

    def __init__(self, points: PointTable) -> None:
        self.points = points

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """V-0.1: the state before the first action; raises ArenaError [bad-seats] or [bad-edition]."""
        if seats not in self.info.seats:
            raise ArenaError("bad-seats", f"Verräter is played by 3 or 4 seats, not {seats}")
        return setup.deal(self.rules(edition), seats, chance)

    def rules(self, edition: str) -> Rules:
        """The rules of an edition with this game's points; raises ArenaError [bad-edition]."""
        if edition not in OPTIONS:
            raise ArenaError("bad-edition", f"Verräter has no edition {edition!r}; it has {', '.join(OPTIONS)}")
        return Rules(OPTIONS[edition], self.points)

    def opening(self, _: State) -> None:
        """Always None: a match has luck beyond its first actions."""

    def actor(self, state: State) -> int | None:
        """The seat that must act; None when the match is over."""
        actor = state.cells[ACTOR]
        return None if actor == NOBODY else actor

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """The actor's legal actions, ascending; empty when the match is over."""
        return rounds.legal(state)

    def asked(self, state: State) -> tuple[State, ...]:
        """Only `state`, because one seat chooses at a time."""
        return (state,)

    def apply(self, state: State, action: int) -> State:
        """The state after a legal action; `state` itself is unchanged."""
        return self.take(state.copy(), action)

    def take(self, state: State, action: int) -> State:
        """Takes a legal action in `state` itself, which is changed and returned."""
        rounds.take(state, action)
        rounds.advance(state)
        return state

    def view(self, state: State, seat: int) -> View:
        """V-0.10, V-2.4: what `seat` may know: the open cells, and its own secrets."""
        cells = state.cells
        offered, phase = draft.offer(cells, seat), cells[PHASE]
        knows_aside = phase >= REVEAL or (offered and seat == cells[START])
        return View(
            state.rules,
            cells[:OPEN_CELLS],
            seat,
            cells[HAND + seat],
            cells[KEPT + seat],
            offered,
            cells[ASIDE] if knows_aside else 0,
            drawing.entitlement(cells, state.rules.options) if phase == DRAW else 0,
        )

    def stages(self, state: State, action: int) -> list[State]:
        """The states after each phase that happens by itself, up to the state of `apply`."""
        return rounds.stages(state, action)

    def reveal(self, state: State) -> Board:
        """The board with all secrets."""
        return frames.revealed(state)

    def show(self, view: View) -> Board:
        """The board with what the seat of the view knows."""
        return frames.shown(view)

    def open_table(self, state: State) -> Board:
        """The board with what every seat knows."""
        return frames.open_table(state)

    def setup(self, view: View) -> Board:
        """The point table, the limits, and the layout of the circle, in the form of the set-up."""
        return layout.setup(view)

    def scores(self, state: State) -> tuple[int, ...]:
        """The victory points of each seat, by seat."""
        return by_seat(state.cells, SCORE)

    def merits(self, state: State) -> tuple[int, ...]:
        """The victory points, which decide the ranks; seats with equal points share a rank."""
        return by_seat(state.cells, SCORE)

    def action_name(self, state: State, action: int) -> str:
        """The action in notation."""
        return actions.name(action, state.cells[PHASE])

    def action_parts(self, state: State, action: int) -> Parts:
        """The action in parts."""
        return parts.parts(state, action)

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> tuple[str, ...]:
        """V-2.4: the part `role`, while the role that another seat kept is secret; else empty."""
        return parts.secret_parts(state, action, seat, now)

    def sample(self, view: View, rng: Rng) -> State:
        """A random state in which the seat would see exactly this view."""
        return sampling.sample(view, rng)
