"""The class that implements the interface `Game` for Het Verraad."""

from typing import Final, cast

from librt.vecs import extend

from arena.errors import ArenaError
from arena.games.cells import blank
from arena.games.chance import Chance
from arena.games.contract import Board, GameInfo, Parts, Rng
from arena.games.hetverraad import actions, sampling
from arena.games.hetverraad.city import City
from arena.games.hetverraad.editions import OPTIONS, PHRASES
from arena.games.hetverraad.phases import ending, rounds, setup
from arena.games.hetverraad.phases.income import SEEN
from arena.games.hetverraad.showing import frames, layout, parts
from arena.games.hetverraad.showing.plan import Plan
from arena.games.hetverraad.state import knowledge
from arena.games.hetverraad.state.cells import (
    ACTOR,
    ALL_CELLS,
    DECK_SIZE,
    HAND_SIZE,
    INFLUENCE_DECK_SIZE,
    INFLUENCE_SIZE,
    PHASE,
    SCORE,
    SEATS,
    STACK_SIZE,
    VIEW_CELLS,
)
from arena.games.hetverraad.state.piles import (
    ALL_AGES,
    CLOSED_CARDS,
    CLOSED_SEEN_BY,
    CLOSED_SHUFFLES,
    DECK,
    HAND,
    INFLUENCE_DECK,
    INFLUENCE_HAND,
    OLDER_INFLUENCE,
    OPEN_PILES,
    OWN_HAND,
    OWN_INFLUENCE,
    OWN_TOKENS,
    SHOWN,
    STACK_EYES,
    TOKEN_EYES,
    TOKEN_STACK,
    TOKEN_VALUES,
    TOKENS,
    TOKENS_SEEN_BY,
    VIEW_PILES,
)
from arena.games.hetverraad.state.state import Rules, State, View, by_seat
from arena.games.hetverraad.terms import DIVINING, NOBODY

INFO: Final = GameInfo(
    key="hetverraad",
    title="Het Verraad",
    rules_version=3,
    seats=range(2, 6),
    editions=tuple(OPTIONS),
    action_space=actions.ACTION_SPACE,
    phrases=tuple(PHRASES[edition] for edition in OPTIONS),
)


class HetVerraad:
    """Het Verraad with one set of components; implements `Game`."""

    info = INFO

    def __init__(self, city: City, plan: Plan | None = None) -> None:
        """`plan`: the plan by which pages draw the city. Without it the game can be played, but its set-up contains no
        plan for viewers.
        """
        self.city = city
        self.plan = plan

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """R-1 to R-10: returns the state before the first action. Raises ArenaError: [bad-seats] if the game cannot be
        played by this number of seats, [bad-edition] if it has no such edition.
        """
        if seats not in self.info.seats:
            raise ArenaError(
                "bad-seats",
                f"Het Verraad has 2 to 5 seats, but {seats} were requested",
                "give a number of seats from 2 to 5",
            )
        return setup.deal(self.rules(edition), seats, chance)

    def rules(self, edition: str) -> Rules:
        """Returns the rules of an edition with this game's components. Raises ArenaError [bad-edition] if the game has
        no such edition.
        """
        if edition not in OPTIONS:
            raise ArenaError(
                "bad-edition",
                f"Het Verraad does not have an edition {edition!r}; its editions are {', '.join(OPTIONS)}",
            )
        return Rules(OPTIONS[edition], self.city)

    def opening(self, _: State) -> None:
        """Always returns None: the deal is not the only random event of a match, which also has dice and reshuffles."""

    def actor(self, state: State) -> int | None:
        """Returns the seat that must act; None when the match is over."""
        actor = state.cells[ACTOR]
        return None if actor == NOBODY else actor

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """Returns the actor's legal actions, ascending; empty when the match is over."""
        return cast("tuple[int, ...]", tuple(rounds.legal(state)))

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
        """R-49: returns all that `seat` may know: the open table, the sizes of closed piles, its own secrets, and the
        closed cards that it has seen.
        """
        cells, piles = state.cells, state.piles
        closed = knowledge.closed_cards(state, seat)
        told = extend(cells[:], blank(VIEW_CELLS - ALL_CELLS))
        for holder in range(cells[SEATS]):
            told[HAND_SIZE + holder] = len(piles[HAND + holder])
            told[INFLUENCE_SIZE + holder] = len(piles[INFLUENCE_HAND + holder])
        told[DECK_SIZE] = len(piles[DECK])
        told[INFLUENCE_DECK_SIZE] = len(piles[INFLUENCE_DECK])
        told[STACK_SIZE] = len(piles[TOKEN_STACK])
        own = piles[:OPEN_PILES] + [b""] * (VIEW_PILES - OPEN_PILES)
        own[OWN_HAND] = piles[HAND + seat]
        own[OWN_INFLUENCE] = piles[INFLUENCE_HAND + seat]
        own[OWN_TOKENS] = piles[TOKENS + seat]
        if cells[PHASE] == DIVINING and cells[ACTOR] == seat:
            own[SHOWN] = piles[DECK][:SEEN]
        own[CLOSED_CARDS] = closed.cards
        own[CLOSED_SHUFFLES] = closed.shuffles
        own[CLOSED_SEEN_BY] = closed.seen_by
        own[ALL_AGES] = knowledge.influence_ages(state, seat)
        own[OLDER_INFLUENCE] = knowledge.older_influence(state)
        own[TOKEN_VALUES] = knowledge.token_values(state, seat)
        own[TOKENS_SEEN_BY] = b"".join(piles[TOKEN_EYES : STACK_EYES + 1])
        return View(state.rules, seat, told, own)

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
        """Returns the facts that do not change during a match: the components, and the plan for drawing the city."""
        return layout.setup(view, self.plan)

    def scores(self, state: State) -> tuple[int, ...]:
        """Returns the points of each seat, by seat."""
        return by_seat(state.cells, SCORE)

    def merits(self, state: State) -> tuple[int, ...]:
        """R-87 to R-90: returns a number for each seat that decides its rank. A higher number is better, and equal
        numbers share a rank.
        """
        return ending.merits(state.cells, state.rules.options)

    def action_name(self, state: State, action: int) -> str:
        """Returns the action in notation, such as "buy" and the name of an area."""
        return actions.name(action, state)

    def action_parts(self, state: State, action: int) -> Parts:
        """Returns the action as a mapping with its kind and, by name, its other parts, such as the area or the card."""
        return parts.parts(state, action)

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> tuple[str, ...]:
        """R-28: returns `("index",)` if `action` opens one of the Wizard's two cards and `seat` is not the actor; else
        an empty tuple. The part `index` says which card was opened. It stays secret for the whole match.
        """
        del now  # the part stays secret, whatever the state `now`
        return parts.secret_parts(state, action, seat)

    def sample(self, view: View, rng: Rng) -> State:
        """Returns a random state in which the seat would see exactly this view."""
        return sampling.sample(view, rng)
