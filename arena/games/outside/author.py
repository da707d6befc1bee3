"""The interface for authors of games: facts, rows of a state, and seven methods."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from arena.games.chance import Chance

State = TypeVar("State")
Given: TypeAlias = Any
"""Whatever a game gives; nothing is known of it before the border has looked."""

INTEGERS: Final = "integers"
REALS: Final = "reals"
TEXT: Final = "text"
KINDS: Final = (INTEGERS, REALS, TEXT)
HIDDEN: Final = -1
"""What stands in a row of integers for a place that the seat cannot know."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of values by which a state is shown to bots and people.

    name:   letters, digits and _, as bots write it in their language
    of:     what each of its places is, for example "seat", "cell" or "card"
    width:  how many places it has; 0: that varies
    kind:   what its values are: "integers", "reals" or "text"
    hides:  whether places can be hidden: their value is None, and bots read it as -1
    holds:  what its values are, for example "seat", "card" or "die"; those of seats count from 0, and -1 is nobody
    across: of a board that is drawn: how many places lie side by side; 0: all
    drawn:  whether people are shown it, or bots alone
    marks:  what the values 0, 1, 2 and so on are drawn as, where not as numbers
    most:   of a row whose width varies, the most places it can have; 0: not said. Training needs it
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
    """What is known of a game before any match of it.

    title:    the name that people read
    seats:    the numbers of seats at which it is played, each one more than the one before: range(2, 5) is two to four
    actions:  how many different actions there are; every action is an integer in range(actions)
    rows:     the rows by which a state is shown
    version:  to be raised when the outcome of some match changes
    editions: by name, what each edition is in a few words; the first is the default
    longest:  more actions than a match can have; one that has them is broken off, for the rules do not end it
    at_once:  whether seats choose at the same time. `actor` names them in ascending order; what `rows` and
              `legal_actions` give does not depend on what others have chosen in the same stage. A seat is asked
              together with the one before it if that one's action changes nothing in its rows.
    openings: how many of the first actions are drawn by the luck of the deal, where a league does not say; for games
              without any other luck
    secret_actions: whether an action is known to nobody but its seat until the match is over
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
"""By name, the values of each row; of a row with one place the value alone will do."""


class Written(Protocol[State]):
    """What a game is made of. A state is any value; nothing may change one that it is given.

    A game may also have `merits(state)`, where other than the scores decide the ranks;
    `sample(rows, seat, rng)`: a state in which this seat sees these rows, for bots that search; and
    `action_targets(state, action)`: the places of rows, as "board:3", that a person clicks to choose the action.
    """

    info: Info

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """The state before the first action. All luck comes from `chance`, by the names and numbers of events."""

    def actor(self, state: State) -> int | None:
        """The seat that must act, from 0; None when the match is over."""

    def legal_actions(self, state: State) -> Sequence[int]:
        """What it may choose from; at least one action while somebody must act."""

    def apply(self, state: State, action: int) -> State:
        """Another state: the one after this legal action."""

    def scores(self, state: State) -> Sequence[int]:
        """The score of each seat so far; final when the match is over. More is better.

        Everybody is shown it after each action: what is not known to all counts when it is.
        """

    def action_name(self, state: State, action: int) -> str:
        """The action in a few letters, unlike that of any other legal action."""

    def rows(self, state: State, seat: int | None) -> Rows:
        """All that this seat may know of the state, and nothing else; with None everything."""
