"""The interface for authors of games: facts, rows of a state, and seven methods."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from arena.games.chance import Chance

State = TypeVar("State")
Given: TypeAlias = Any
"""Any value that an author's game returns; its type is unknown until `border.py` has checked it."""

INTEGERS: Final = "integers"
REALS: Final = "reals"
TEXT: Final = "text"
KINDS: Final = (INTEGERS, REALS, TEXT)
HIDDEN: Final = -1
"""The value that a row of integers has for a place that the seat cannot know."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of values by which a state is shown to bots and people.

    name:   letters, digits and _; bots use it as an identifier in their language
    of:     what each place of the row stands for, for example "seat", "cell" or "card"
    width:  how many places the row has; 0: the number varies
    kind:   the type of its values: "integers", "reals" or "text"
    hides:  whether places can be hidden: their value is None, and bots read it as -1
    holds:  what its values name, for example "seat", "card" or "die"; seats count from 0, and -1 is nobody
    across: how many places lie side by side where the row is drawn as a board; 0: all
    drawn:  whether people see the row; if not, only bots do
    marks:  the texts drawn for the values 0, 1, 2 and so on, if these are not drawn as numbers
    most:   the most places of a row whose width varies; 0: not said. Training needs it
    """

    name: str
    of: str = ""
    width: int = 0
    kind: str = INTEGERS
    hides: bool = False
    holds: str = ""
    across: int = 0
    drawn: bool = True
    marks: Sequence[str] = ()
    most: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """The facts of a game that hold for every match of it.

    title:    the name that people read
    seats:    the numbers of seats at which it is played, each one more than the one before: range(2, 5) is two to four
    actions:  how many different actions there are; every action is an integer in range(actions)
    rows:     the rows by which a state is shown
    version:  must be increased when the outcome of some match changes
    editions: by name, a description of each edition in a few words; the first is the default
    longest:  more actions than a match can have; a match with so many is broken off, as its rules do not end it
    at_once:  whether seats choose at the same time. `actor` names them in ascending order; what `rows` and
              `legal_actions` give does not depend on what others have chosen in the same stage. A seat is asked
              together with the one before it if that one's action changes nothing in its rows.
    openings: how many of the first actions the luck of the deal draws, unless a league sets it; for games without any
              other luck
    secret_actions: whether only the seat that took an action knows it until the match is over
    """

    title: str
    seats: Sequence[int]
    actions: int
    rows: Sequence[Row]
    version: int = 1
    editions: Mapping[str, str] = field(default_factory=lambda: {"standard": "as its author wrote it"})
    longest: int = 10_000
    at_once: bool = False
    openings: int = 0
    secret_actions: bool = False


Rows = Mapping[str, Sequence[object] | object]
"""The values of each row, by its name; a row with one place may be given as that value alone."""


class Written(Protocol[State]):
    """The methods of a game that an author writes. A state is any value; no method may change a state that it is given.

    A game may also have `merits(state)`, if something other than the scores decides the ranks;
    `sample(rows, seat, rng)`, a state in which this seat sees these rows, for bots that search; and
    `action_targets(state, action)`, the places of rows, as "board:3", that a person clicks to choose the action.
    """

    info: Info

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """The state before the first action. All luck must come from `chance`, as events with a name and a number."""

    def actor(self, state: State) -> int | None:
        """The seat that must act, from 0; None when the match is over."""

    def legal_actions(self, state: State) -> Sequence[int]:
        """The actions from which the actor may choose; not empty while a seat must act."""

    def apply(self, state: State, action: int) -> State:
        """The new state after this legal action."""

    def scores(self, state: State) -> Sequence[int]:
        """The score of each seat so far; final when the match is over. More is better.

        Everybody sees the scores after each action, so a point must not count before everybody may know of it.
        """

    def action_name(self, state: State, action: int) -> str:
        """The name of an action in a few letters; each legal action of the state has a different name."""

    def rows(self, state: State, seat: int | None) -> Rows:
        """The values of all rows, with what this seat may know of the state and nothing else; everything if `seat` is
        None.
        """
