"""The interface that authors of games implement: the facts of a game, the rows that show a state, and seven methods."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from arena.games.chance import Chance

State = TypeVar("State")
Given: TypeAlias = Any
"""A value that an author's game returns. Its type is unknown until `border.py` has checked it."""

INTEGERS: Final = "integers"
REALS: Final = "reals"
TEXT: Final = "text"
KINDS: Final = (INTEGERS, REALS, TEXT)
HIDDEN: Final = -1
"""The value of a hidden place in a row of integers, as bots read it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of values. Rows show a state to bots and to people.

    name:   the row's name, of a-z, 0-9 and _; bots use it as an identifier in their language
    of:     the meaning of a place of the row, for example "seat", "cell" or "card"
    width:  the number of places of the row; 0 if the number varies
    kind:   the type of the values: "integers", "reals" or "text"
    hides:  whether places can be hidden; a hidden place has the value None, which bots read as -1
    holds:  the meaning of the values, for example "seat", "card" or "die". Seats count from 0, and -1 is nobody; bots
            cannot distinguish this -1 from a hidden place.
    across: the number of places in a line, if the row is drawn as a board; 0 if all places are in one line
    drawn:  whether people see the row; if not, only bots do
    marks:  the texts that are drawn in place of the values 0, 1, 2 and so on; empty to draw the values as numbers
    most:   the largest number of places of a row whose width varies; 0 if it is not known, in which case training
            guesses it
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
    """The facts about a game that are the same for all its matches.

    title:    the name that people read
    seats:    the possible numbers of seats, without gaps and ascending: range(2, 5) is two to four
    actions:  the number of different actions; every action is an integer in range(actions)
    rows:     the rows that show a state
    version:  an integer that the author must increase when a change of the game changes the outcome of some match
    editions: a description of each edition in a few words, by name; the first edition is the default
    longest:  the most actions that a match can have; a match that is not over by then ends with a fault of the game
    at_once:  whether seats can choose at the same time. `actor` still returns them one by one, ascending. The next seat
              is asked at the same time if the first legal action of the seat before it does not change the next seat's
              rows. In that case, all actions of the seat before must leave the next seat the same rows and legal
              actions.
    openings: the number of random first actions in each deal of a league; the key `openings` of the league file
              overrides it. Only for games without any other random event.
    secret_actions: whether an action stays secret until the match is over, except from the seat that took it
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
"""The values of each row, by the row's name. The value of a row with one place may be given alone, without a list."""


class Written(Protocol[State]):
    """The methods that an author's game must have. A state may be any value, and no method may change a state that it
    receives.

    A game may have three more methods. `merits(state)` returns the numbers that decide the ranks, if the scores do not.
    `sample(rows, seat, rng)` returns a state in which this seat sees these rows, for bots that search.
    `action_targets(state, action)` returns the places of rows, such as "board:3", that a person clicks to choose the
    action.
    """

    info: Info

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """Returns the state before the first action. Everything random must come from `chance`, as in
        `chance.shuffled("deck", 0, cards)`. The same name and number always give the same result.
        """

    def actor(self, state: State) -> int | None:
        """Returns the seat that must act, from 0; None when the match is over."""

    def legal_actions(self, state: State) -> Sequence[int]:
        """Returns the actions from which the actor may choose. There must be at least one while a seat must act."""

    def apply(self, state: State, action: int) -> State:
        """Returns the new state after a legal action."""

    def scores(self, state: State) -> Sequence[int]:
        """Returns the score of each seat so far; more is better. The scores are final when the match is over.

        All seats see the scores after each action. A point that would reveal a secret must therefore be counted later.
        """

    def action_name(self, state: State, action: int) -> str:
        """Returns the name of an action in a few letters. Each legal action of the state must have a different name."""

    def rows(self, state: State, seat: int | None) -> Rows:
        """Returns the values of all rows, with only the facts that this seat may know of the state. If `seat` is None,
        nothing is hidden.
        """
