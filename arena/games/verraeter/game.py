"""The class that implements the interface `Game` for Verräter."""

from typing import Final

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.contract import Board, GameInfo, Parts, Rng
from arena.games.verraeter import actions, sampling
from arena.games.verraeter.editions import OPTIONS, PHRASES, ROUNDS
from arena.games.verraeter.phases import draft, drawing, rounds, setup
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.showing import frames, layout, parts
from arena.games.verraeter.state.cells import ACTOR, ASIDE, HAND, KEPT, OPEN_CELLS, PHASE, SCORE, START
from arena.games.verraeter.state.state import Rules, State, View, by_seat
from arena.games.verraeter.terms import DRAW, NOBODY, REVEAL

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
    """Verräter with one point table; implements `Game`."""

    info = INFO

    def __init__(self, points: PointTable) -> None:
        self.points = points

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """V-0.1: returns the state before the first action. Raises ArenaError: [bad-seats] if the game cannot be played
        by this number of seats, [bad-edition] if it has no such edition.
        """
        if seats not in self.info.seats:
            raise ArenaError(
                "bad-seats",
                f"Verräter has 3 or 4 seats, but {seats} were requested",
                "give 3 or 4 as the number of seats",
            )
        return setup.deal(self.rules(edition), seats, chance)

    def rules(self, edition: str) -> Rules:
        """Returns the rules of an edition with this game's point table. Raises ArenaError [bad-edition] if the game has
        no such edition.
        """
        if edition not in OPTIONS:
            raise ArenaError(
                "bad-edition", f"Verräter does not have an edition {edition!r}; its editions are {', '.join(OPTIONS)}"
            )
        return Rules(OPTIONS[edition], self.points)

    def opening(self, _: State) -> None:
        """Always returns None, because the supply cards can be reshuffled during a match."""

    def actor(self, state: State) -> int | None:
        """Returns the seat that must act; None when the match is over."""
        actor = state.cells[ACTOR]
        return None if actor == NOBODY else actor

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """Returns the actor's legal actions, ascending; empty when the match is over."""
        return rounds.legal(state)

    def asked(self, state: State) -> tuple[State, ...]:
        """Returns only `state`, because seats never choose at the same time in this game."""
        return (state,)

    def apply(self, state: State, action: int) -> State:
        """Returns the state after a legal action; `state` itself is unchanged."""
        return self.take(state.copy(), action)

    def take(self, state: State, action: int) -> State:
        """Takes a legal action: changes `state` itself and returns it."""
        rounds.take(state, action)
        rounds.advance(state)
        return state

    def view(self, state: State, seat: int) -> View:
        """V-0.10, V-2.4: returns all that `seat` may know: the open cells, and its own secrets."""
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
        """Returns the state after the action, and then the state after each phase that follows without a choice. The
        last is the result of `apply`.
        """
        return rounds.stages(state, action)

    def reveal(self, state: State) -> Board:
        """Returns the board with the whole state, secrets included."""
        return frames.revealed(state)

    def show(self, view: View) -> Board:
        """Returns the board with everything that the seat of the view knows."""
        return frames.shown(view)

    def open_table(self, state: State) -> Board:
        """Returns the board with only the facts that every seat knows."""
        return frames.open_table(state)

    def setup(self, view: View) -> Board:
        """Returns the facts that do not change during a match, such as the point table, the hand limit and the layout
        of the circle.
        """
        return layout.setup(view)

    def scores(self, state: State) -> tuple[int, ...]:
        """Returns the victory points of each seat, by seat."""
        return by_seat(state.cells, SCORE)

    def merits(self, state: State) -> tuple[int, ...]:
        """Returns the victory points, which decide the ranks; seats with equal points share a rank."""
        return by_seat(state.cells, SCORE)

    def action_name(self, state: State, action: int) -> str:
        """Returns the action in notation, such as "pick builder"."""
        return actions.name(action, state.cells[PHASE])

    def action_parts(self, state: State, action: int) -> Parts:
        """Returns the parts of the action, by name: its kind, and others such as the cards or the place."""
        return parts.parts(state, action)

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> tuple[str, ...]:
        """V-2.4: returns `("role",)` if the action picks a role card that is still secret from `seat` in the state
        `now`; else an empty tuple.
        """
        return parts.secret_parts(state, action, seat, now)

    def sample(self, view: View, rng: Rng) -> State:
        """Returns a random state in which the seat would see exactly this view."""
        return sampling.sample(view, rng)
