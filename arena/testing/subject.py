"""The game under check: calls its methods and reports its faults."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from arena.games.contract import Game
from arena.games.outside.author import Info, Row
from arena.games.outside.fault import GAME_FAULT, GameFault, hint
from arena.games.outside.game import EVERYTHING, Outside, Standing
from arena.testing.portrait import Portrait, portray

Item = TypeVar("Item")

MOST_ASKED: Final = 8
"""Each method that takes an action is called with at most this many legal actions of a state."""


class Question(NamedTuple):
    """A call of a method of the game: the method's name and its arguments."""

    method: str
    arguments: tuple[Any, ...]


class Subject:
    """The game under check, either an author's game or one of the arena's own games."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.info = game.info
        self.outside = game if isinstance(game, Outside) else None
        self.written: Any = self.outside.written if self.outside else game
        """The object whose methods are checked: the author's object, or the game itself if it is one of the arena's
        own.
        """

    def facts(self) -> Info | None:
        """Returns the `info` of an author's game; None for the arena's own games."""
        return self.written.info if self.outside else None

    def schema(self) -> Sequence[Row]:
        """Returns the rows in which an author's game shows its state; empty for the arena's own games, which have no
        rows.
        """
        return self.outside.schema if self.outside else ()

    def step(self, state: Any, action: int) -> Any:  # noqa: ANN401  # each game has its own states
        """Returns the state after the action; skips the arena's usual check that `apply` leaves the old state
        unchanged.
        """
        return self.outside.take(state, action) if self.outside else self.game.apply(state, action)

    def everything(self, state: Any) -> object:  # noqa: ANN401  # see above
        """Returns all that an all-seeing viewer is shown of a state, in a form that can be compared."""
        return self.outside.view(state, EVERYTHING) if self.outside else self.game.reveal(state)

    def portrait(self, state: Any) -> Portrait:  # noqa: ANN401  # see above
        """Returns a snapshot of a state and all its parts, to detect changes."""
        return portray(self.own(state), "state")

    def own(self, state: Any) -> Any:  # noqa: ANN401  # see above
        """Returns the state as the author's code made it, without the arena's wrapper around it."""
        return state.state if isinstance(state, Standing) else state

    def samples(self) -> bool:
        """Returns whether the game has a method `sample`, which draws states for bots that search."""
        return hasattr(self.written, "sample")

    def questions(self, state: Any, seats: int, legal: Sequence[int]) -> Iterator[Question]:  # noqa: ANN401  # see above
        """Yields the calls of all methods that take a state; the calls with an action come last.

        A method with an action is called once for each of at most MOST_ASKED actions in `legal`.
        """
        own = self.own(state)
        for method in ("actor", "legal_actions", "scores", "merits"):
            if hasattr(self.written, method):
                yield Question(method, (own,))
        for seat in range(seats):
            yield Question("rows" if self.outside else "view", (own, seat))
        yield Question("rows", (own, None)) if self.outside else Question("reveal", (own,))
        for method in ("action_name", "action_targets" if self.outside else "action_parts", "apply"):
            if hasattr(self.written, method):
                yield from (Question(method, (own, action)) for action in evenly(legal, MOST_ASKED))

    def named_apart(self, states: Sequence[Any], legal: Sequence[int], most: int) -> tuple[str, str] | None:
        """Returns the first difference between an action's names or targets in two states; None if there is none.

        Targets are the places that a person clicks to choose an action. At most `most` of the actions in `legal` are
        compared. The result is the name of the method that differs, and a text with both values.
        """
        for action in evenly(legal, most):
            one, other = (self.game.action_parts(state, action) for state in states)
            for part, method in (("text", "action_name"), ("targets", "action_targets")):
                if one[part] != other[part]:
                    return method, f"returned {one[part]!r} and {other[part]!r} for action {action}"
        return None

    def fault(self, method: str, sentence: str) -> GameFault:
        """Returns the fault of a method, with the message "the game TITLE: METHOD SENTENCE"."""
        return GameFault(GAME_FAULT, f"the game {self.info.title}: {method} {sentence}", hint(), method)


def evenly(items: Sequence[Item], most: int) -> Sequence[Item]:
    """Returns at most `most` of the items, evenly spread, beginning with the first."""
    return items[:: max(1, -(-len(items) // most))]
