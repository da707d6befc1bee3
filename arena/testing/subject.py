"""The game under test, and how its methods are called and its faults reported."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from arena.games.contract import Game
from arena.games.outside.author import Info, Row
from arena.games.outside.fault import GAME_FAULT, GameFault, hint
from arena.games.outside.game import EVERYTHING, Outside, Standing
from arena.testing.portrait import Portrait, portray

Item = TypeVar("Item")

MOST_ASKED: Final = 8
"""The most legal actions of a state for which each method is called."""


class Question(NamedTuple):
    """A call of a method of the game."""

    method: str
    arguments: tuple[Any, ...]


class Subject:
    """The game under check, called through the contract of all games."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.info = game.info
        self.outside = game if isinstance(game, Outside) else None
        self.written: Any = self.outside.written if self.outside else game
        """The object whose methods are checked: the author's, or the game itself."""

    def facts(self) -> Info | None:
        """The `info` of an author's game; None if it is one of the arena's own games."""
        return self.written.info if self.outside else None

    def schema(self) -> Sequence[Row]:
        """The rows that show an author's game; empty for the arena's own games, which have none."""
        return self.outside.schema if self.outside else ()

    def step(self, state: Any, action: int) -> Any:  # noqa: ANN401  # each game has its own states
        """The state after the action, without the arena's check that `apply` leaves its state unchanged."""
        return self.outside.take(state, action) if self.outside else self.game.apply(state, action)

    def everything(self, state: Any) -> object:  # noqa: ANN401  # see above
        """Everything that a viewer who sees everything is shown of a state, as values that can be compared."""
        return self.outside.view(state, EVERYTHING) if self.outside else self.game.reveal(state)

    def portrait(self, state: Any) -> Portrait:  # noqa: ANN401  # see above
        """A snapshot of a state and all its parts, to detect changes."""
        return portray(self.own(state), "state")

    def own(self, state: Any) -> Any:  # noqa: ANN401  # see above
        """The state as the author's code made it, without the arena's wrapper."""
        return state.state if isinstance(state, Standing) else state

    def samples(self) -> bool:
        """Whether the game has a method `sample`."""
        return hasattr(self.written, "sample")

    def questions(self, state: Any, seats: int, legal: Sequence[int]) -> Iterator[Question]:  # noqa: ANN401  # see above
        """All calls of methods on a state, also for some of its legal actions; those for actions come last."""
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
        """The first difference in names or targets of at most `most` legal actions between two states.

        Returns the method, and what it gave; None if there is no difference.
        """
        for action in evenly(legal, most):
            one, other = (self.game.action_parts(state, action) for state in states)
            for part, method in (("text", "action_name"), ("targets", "action_targets")):
                if one[part] != other[part]:
                    return method, f"returned {one[part]!r} and {other[part]!r} for action {action}"
        return None

    def fault(self, method: str, sentence: str) -> GameFault:
        """The GameFault of a method; `sentence` begins with a verb, such as "gave"."""
        return GameFault(GAME_FAULT, f"the game {self.info.title}: {method} {sentence}", hint(), method)


def evenly(items: Sequence[Item], most: int) -> Sequence[Item]:
    """At most `most` of the items, evenly spread, the first among them."""
    return items[:: max(1, -(-len(items) // most))]
