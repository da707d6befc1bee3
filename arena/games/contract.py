"""The contract of games: one `Game` object for each set of rules.

Rule 1: nothing changes the state it is given, but `take`, which is given it for good.
Rule 2: `view` is the way out of the engine while a match runs, and `open_table` for onlookers; `reveal` is for
finished matches.
Rule 3: all chance comes from the `Chance` given to `deal`; an engine asks no clock and no other randomness.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from arena.games.chance import Chance

State = TypeVar("State")
View = TypeVar("View")


class Rng(Protocol):
    """What `sample` needs of a random number generator; `random.Random` is one."""

    def random(self) -> float:
        """A number in [0, 1)."""

    def getrandbits(self, k: int, /) -> int:
        """An integer of `k` random bits."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game before any match of it."""

    key: str
    """Short name used in league files and on the wire."""
    title: str
    rules_version: int
    """Raised only when the outcome of some match could change; results of two versions never mix."""
    seats: range
    editions: tuple[str, ...]
    """Names of the editions; the first is the default."""
    action_space: int
    """Every action is an integer in `range(action_space)`."""
    phrases: tuple[str, ...] = ()
    """What each edition is, in a few words, in the order of `editions`."""
    at_once: bool = False
    """Whether `asked` may tell of more than the actor."""

    def seat_numbers(self) -> str:
        """The numbers of seats as sentences have them: "2", or "3 to 4"."""
        least, most = self.seats[0], self.seats[-1]
        return str(least) if least == most else f"{least} to {most}"


Board = Mapping[str, object]
"""How a match stands, as values JSON can hold, in words of the rulebook."""
Parts = Mapping[str, object]
"""An action as values JSON can hold: its `kind`, and by name what else there is to it: places, cards, roles."""


class Sentences(Protocol):
    """The catalogue of a game's room `browser`, in one language."""

    def t(self, key: str, **values: str | int) -> str:
        """The sentence with this key."""

    def listed(self, things: Sequence[str]) -> str:
        """Things in a row, as a sentence has them."""


class Words(Protocol):
    """Tells a match from its JSON, to whose eyes this is: the sentences its `browser/words.js` makes, made here.

    Terminals and pages that are read without scripts have them. A test compares the two, sentence by sentence.
    """

    def deed(self, parts: Parts, seat: int, board: Board) -> str:
        """An action, done by a seat in this position: a sentence."""

    def events(self, before: Board, now: Board, taken: Parts | None) -> list[str]:
        """What happened by itself, in sentences; what was taken has its seat as `by`."""


class Game(Protocol[State, View]):
    """A set of rules for one component table; holds no state of any match."""

    info: GameInfo

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """Returns the state before the first action; raises ArenaError for seats or editions the game lacks."""

    def opening(self, state: State) -> tuple[int, ...] | None:
        """The actions that the deal has drawn before the first of a bot, if the match has had no other luck: then
        matches with equal openings and equal actions are equal. None if it has: the luck of each deal is another.
        """

    def actor(self, state: State) -> int | None:
        """The seat that must act, 0-based; None when the match is over."""

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """The actor's legal actions, ascending; empty only when the match is over."""

    def asked(self, state: State) -> Sequence[State]:
        """For each seat that chooses now, in the order of their actions, the state in which it acts: this one, which is
        all where seats choose in turn, then those after the first legal actions of the seats before. What a seat sees
        and may choose in its state is the same whatever those before it choose.
        """

    def apply(self, state: State, action: int) -> State:
        """The state after the actor took `action`, which the caller knows to be legal; `apply_checked` looks first."""

    def take(self, state: State, action: int) -> State:
        """The state of `apply`, made of the one given, which is worth nothing any more: for callers that have it to
        themselves, as a match that goes on and a playout have.
        """

    def stages(self, state: State, action: int) -> Sequence[State]:
        """The states the match passes through when `action` is taken in `state`: what happens by itself step by step;
        the last is the one of `apply`.
        """

    def view(self, state: State, seat: int) -> View:
        """All that `seat` may know, and nothing else."""

    def reveal(self, state: State) -> Board:
        """Everything; for finished matches and replays."""

    def show(self, view: View) -> Board:
        """All that the view tells, in the shape of `reveal`: None for what it does not tell, a None for each card of a
        hand or pile that it only counts.
        """

    def open_table(self, state: State) -> Board:
        """What every seat knows, in the shape of `reveal`: for spectators."""

    def setup(self, view: View) -> Board:
        """What never changes in the match the view is of: values, titles, and a layout by which to draw the board."""

    def scores(self, state: State) -> Sequence[int]:
        """The score of each seat so far, in points; final when the match is over."""

    def merits(self, state: State) -> Sequence[int]:
        """By seat, what decides the ranks: higher is better, equal merits share a rank; as things stand, final when
        the match is over. They are the scores, unless the rules win or break ties otherwise.
        """

    def action_name(self, state: State, action: int) -> str:
        """The action in notation: short, stable, and unique among the legal actions of `state`."""

    def action_parts(self, state: State, action: int) -> Parts:
        """The legal action in parts, all that its actor knows of it; different for each legal action of `state`."""

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> Sequence[str]:
        """The names of those parts that `seat`, or with None who only watches, cannot know yet in `now`, a state after
        the action was taken in `state`.
        """

    def sample(self, view: View, rng: Rng) -> State:
        """A state in which the viewing seat would see exactly `view`; what it cannot know is drawn from `rng`."""
