"""The contract of games: the interface `Game`, which each game implements with one class.

Rule 1: no method changes the state that it receives, except `take`, whose caller must not use the state again.
Rule 2: while a match is going on, seats learn about its state only through `view`, and spectators only through
`open_table`; `reveal` is for finished matches.
Rule 3: all randomness comes from the `Chance` that `deal` receives. A game uses no clock and no other randomness.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from arena.games.chance import Chance

State = TypeVar("State")
View = TypeVar("View")


class Rng(Protocol):
    """The methods of a random number generator that `sample` needs; `random.Random` has them."""

    def random(self) -> float:
        """Returns a random number in [0, 1)."""

    def getrandbits(self, k: int, /) -> int:
        """Returns a random integer of `k` bits."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The facts about a game that are the same for all its matches."""

    key: str
    """The short name of the game in league files and in messages."""
    title: str
    rules_version: int
    """The version of the rules. It is increased only when the outcome of some match could change, and results of two
    versions are never mixed.
    """
    seats: range
    editions: tuple[str, ...]
    """The names of the editions, which are variants of the rules. The first edition is the default."""
    action_space: int
    """The number of action integers: every action is in `range(action_space)`."""
    phrases: tuple[str, ...] = ()
    """A description of each edition in a few words, in the order of `editions`."""
    at_once: bool = False
    """Whether several seats may choose at the same time. If so, `asked` may return several states, one for each of
    these seats.
    """

    def seat_numbers(self) -> str:
        """Returns the possible numbers of seats, for use in a sentence: "2", or "3 to 4"."""
        least, most = self.seats[0], self.seats[-1]
        return str(least) if least == most else f"{least} to {most}"


Board = Mapping[str, object]
"""A board: the facts of one state of a match, as values that JSON can represent. It uses the rulebook's words."""
Parts = Mapping[str, object]
"""The parts of an action, by name, as values that JSON can represent: its `kind`, and parts such as places, cards and
roles.
"""


class Sentences(Protocol):
    """A source of the sentences in a game's `browser` folder, in one language."""

    def t(self, key: str, **values: str | int) -> str:
        """Returns the sentence with this key, with `values` inserted."""

    def listed(self, things: Sequence[str]) -> str:
        """Returns one text that lists the things in words, for use in a sentence."""


class Words(Protocol):
    """Describes a match in sentences, from the boards that one viewer sees. Terminals and pages without scripts use
    these sentences. Pages with scripts take the same sentences from the game's `browser/board.js`.
    """

    def deed(self, parts: Parts, seat: int, board: Board) -> str:
        """Returns the sentence for an action of `seat`. `parts` are the action's parts; `board` is the board before the
        action.
        """

    def events(self, before: Board, now: Board, taken: Parts | None) -> list[str]:
        """Returns the sentences about what happened between two boards as an effect of the action `taken`. The entry
        `by` of `taken` is the seat that took the action. A `taken` of None means that there was no action.
        """


class Game(Protocol[State, View]):
    """The interface of a game: its rules together with its component data, such as cards and prices. It stores no state
    of any match.
    """

    info: GameInfo

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """Returns the state before the first action. Raises ArenaError if the game cannot be played by this number of
        seats or has no such edition.
        """

    def opening(self, state: State) -> tuple[int, ...] | None:
        """Returns the actions with which the match began, if the deal drew them at random and nothing else in the match
        is random; else None.

        If the result is not None, two matches with the same opening and the same later actions are the same match, even
        if their deals have different seeds.
        """

    def actor(self, state: State) -> int | None:
        """Returns the seat that must act, 0-based; None when the match is over."""

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """Returns the actor's legal actions, ascending; empty only when the match is over."""

    def asked(self, state: State) -> Sequence[State]:
        """Returns one state for each seat that must choose now; the seat is the actor of its state. The states are in
        the order in which the seats' actions are applied.

        The first state is `state`. If seats choose in turn, it is the only one. If seats choose at the same time, each
        further state follows from the one before it by that state's first legal action. Which legal action is taken
        does not matter: a seat's view and legal actions do not depend on the choices of the seats before it.
        """

    def apply(self, state: State, action: int) -> State:
        """Returns the state after the actor has taken `action`, which must be legal. `apply` does not check this;
        `apply_checked` does.
        """

    def take(self, state: State, action: int) -> State:
        """Returns the state after the action, as `apply` does, but may change `state`, which must not be used again.

        It is for callers that share the state with no other code, such as a running match or a playout.
        """

    def stages(self, state: State, action: int) -> Sequence[State]:
        """Returns the states through which the match passes after `action` is taken in `state`.

        There is one state for the action itself, and one for each event that follows without a choice. The last state
        is the result of `apply`.
        """

    def view(self, state: State, seat: int) -> View:
        """Returns the view of a seat: all that `seat` may know in this state, and nothing else."""

    def reveal(self, state: State) -> Board:
        """Returns the board with the whole state and all secrets, for finished matches and replays."""

    def show(self, view: View) -> Board:
        """Returns the board with all that a view contains. It has the same structure as the result of `reveal`, with
        None for each unknown value.

        If the view contains only the size of a hand or pile, the board has a None for each of its cards.
        """

    def open_table(self, state: State) -> Board:
        """Returns the board with only the facts that every seat knows, for spectators. It has the same structure as the
        result of `reveal`.
        """

    def setup(self, view: View) -> Board:
        """Returns the facts that do not change during the match of the view, such as the values of the cards, the
        game's title, or the layout of the board.
        """

    def scores(self, state: State) -> Sequence[int]:
        """Returns the score of each seat so far, in points. The scores are final when the match is over."""

    def merits(self, state: State) -> Sequence[int]:
        """Returns the merit of each seat so far, a number by which the seats are ranked. Higher is better, and seats
        with equal merits share a rank.

        Merits are final when the match is over. They equal the scores, unless the rules decide the winner or break ties
        in another way.
        """

    def action_name(self, state: State, action: int) -> str:
        """Returns the action in notation, which is a short, stable text that is unique among the legal actions of
        `state`.
        """

    def action_parts(self, state: State, action: int) -> Parts:
        """Returns the parts of a legal action, as its actor knows them. They are different for each legal action of
        `state`.
        """

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> Sequence[str]:
        """Returns the names of the parts of an action that `seat` cannot know yet in the state `now`. A `seat` of None
        means a spectator.

        The action was taken in `state`, and `now` is a later state of the same match.
        """

    def sample(self, view: View, rng: Rng) -> State:
        """Returns a state in which the viewing seat would see exactly `view`. All that the seat cannot know is drawn
        from `rng`.
        """
