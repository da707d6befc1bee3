"""The contract of games: one `Game` object for each set of rules.

Rule 1: no method changes the state it is given, except `take`, whose caller gives the state up.
Rule 2: while a match runs, seats learn of its state only through `view`, and spectators through `open_table`;
`reveal` is for finished matches.
Rule 3: all chance comes from the `Chance` given to `deal`; an engine uses no clock and no other randomness.
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
        """A number in [0, 1)."""

    def getrandbits(self, k: int, /) -> int:
        """An integer of `k` random bits."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The facts of a game that hold for every match of it."""

    key: str
    """Short name used in league files and on the wire."""
    title: str
    rules_version: int
    """Increased only when the outcome of some match could change; results of two versions are never mixed."""
    seats: range
    editions: tuple[str, ...]
    """Names of the editions; the first is the default."""
    action_space: int
    """Every action is an integer in `range(action_space)`."""
    phrases: tuple[str, ...] = ()
    """A description of each edition in a few words, in the order of `editions`."""
    at_once: bool = False
    """Whether `asked` may give states of more seats than the actor."""

    def seat_numbers(self) -> str:
        """The possible numbers of seats, for use in a sentence: "2", or "3 to 4"."""
        least, most = self.seats[0], self.seats[-1]
        return str(least) if least == most else f"{least} to {most}"


Board = Mapping[str, object]
"""The position of a match, as values JSON can hold, in words of the rulebook."""
Parts = Mapping[str, object]
"""An action as values JSON can hold: its `kind`, and by name its other parts, such as places, cards and roles."""


class Sentences(Protocol):
    """The sentences of a game's `browser` folder, in one language."""

    def t(self, key: str, **values: str | int) -> str:
        """The sentence with this key."""

    def listed(self, things: Sequence[str]) -> str:
        """The things joined to a list, as in a sentence."""


class Words(Protocol):
    """Describes a match in sentences, from boards as one viewer sees them; the same as the game's `browser/words.js`.

    Terminals and pages without scripts use them. A test compares the two, sentence by sentence.
    """

    def deed(self, parts: Parts, seat: int, board: Board) -> str:
        """The sentence for an action that a seat takes in this position."""

    def events(self, before: Board, now: Board, taken: Parts | None) -> list[str]:
        """The sentences about what happened by itself after the action `taken`, which names its seat as `by`; None: no
        action.
        """


class Game(Protocol[State, View]):
    """A set of rules with one table of component data; holds no state of any match."""

    info: GameInfo

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """Returns the state before the first action; raises ArenaError for seats or editions the game lacks."""

    def opening(self, state: State) -> tuple[int, ...] | None:
        """The actions that the luck of the deal has chosen as the first ones of the match; None if the match has other
        luck, too.

        If it is not None, matches with equal openings and equal actions are equal. If it is None, each deal has luck of
        its own.
        """

    def actor(self, state: State) -> int | None:
        """The seat that must act, 0-based; None when the match is over."""

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """The actor's legal actions, ascending; empty only when the match is over."""

    def asked(self, state: State) -> Sequence[State]:
        """The states in which seats choose now, one for each such seat, in the order of their actions.

        The first is `state`, the only one if seats choose in turn; each further one follows from the first legal action
        of the seat before. What a seat sees and may choose in its state is the same whatever the seats before it
        choose.
        """

    def apply(self, state: State, action: int) -> State:
        """The state after the actor took `action`, which must be legal; `apply_checked` checks that first."""

    def take(self, state: State, action: int) -> State:
        """The state after the action, as from `apply`, but `state` may be changed and must not be used again.

        It is for callers that share the state with nobody, such as a running match or a playout.
        """

    def stages(self, state: State, action: int) -> Sequence[State]:
        """The states that the match passes through after `action` is taken in `state`.

        There is one for each thing that happens by itself; the last is the result of `apply`.
        """

    def view(self, state: State, seat: int) -> View:
        """The view of a seat: all that `seat` may know in this state, and nothing else."""

    def reveal(self, state: State) -> Board:
        """The board with the whole state and all secrets; for finished matches and replays."""

    def show(self, view: View) -> Board:
        """The board with all that a view tells, in the shape of `reveal`: None for each value that the view does not
        tell.

        A hand or pile of which the view tells only the size has one None for each card.
        """

    def open_table(self, state: State) -> Board:
        """The board with only what every seat knows, in the shape of `reveal`; for spectators."""

    def setup(self, view: View) -> Board:
        """What never changes in the match that the view belongs to: values, titles, and how to draw the board."""

    def scores(self, state: State) -> Sequence[int]:
        """The score of each seat so far, in points; final when the match is over."""

    def merits(self, state: State) -> Sequence[int]:
        """The number that decides each seat's rank so far, by seat: higher is better, and equal merits share a rank.

        Merits are final when the match is over. They equal the scores, unless the rules decide the winner or break ties
        in another way.
        """

    def action_name(self, state: State, action: int) -> str:
        """The action in notation: short, stable, and unique among the legal actions of `state`."""

    def action_parts(self, state: State, action: int) -> Parts:
        """The parts of a legal action, as its actor knows them; different for each legal action of `state`."""

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> Sequence[str]:
        """The names of those parts of an action that `seat` cannot know yet in `now`; a `seat` of None means a
        spectator.

        The action was taken in `state`, and `now` is a later state.
        """

    def sample(self, view: View, rng: Rng) -> State:
        """A state in which the viewing seat would see exactly `view`; what the seat cannot know is drawn from `rng`."""
