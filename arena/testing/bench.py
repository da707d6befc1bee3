"""The data that all checks of a game share: the game, the limits of the checks, and the matches played so far."""

from collections.abc import Callable, Iterator
from math import inf

from arena.games.contract import Game
from arena.testing.limits import Clock, Limits
from arena.testing.random_matches import Moment, Played
from arena.testing.subject import Subject, evenly


class Skipped(Exception):  # noqa: N818  # not an error
    """Raised by a check that does not apply to this game; the text gives the reason."""


class Bench:
    """A game that is being checked, with its limits and the matches played so far."""

    def __init__(self, name: str, make: Callable[[], Game], limits: Limits) -> None:  # type: ignore[type-arg]  # for any type of game
        """Stores how to make the game under check.

        `name`: the name that errors use for the game until it is made. `make`: makes the game; it may raise ArenaError.
        """
        self.name = name
        self.limits = limits
        self.clock = Clock(inf)
        self.played: list[Played] = []
        self.made: Subject | None = None
        self._make = make

    def subject(self) -> Subject:
        """Returns the game under check, and makes it at the first call; raises ArenaError if it cannot be made."""
        if self.made is None:
            self.made = Subject(self._make())
        return self.made

    def title(self) -> str:
        """Returns the words "the game TITLE", which begin a sentence about the game."""
        return f"the game {self.made.info.title if self.made else self.name}"

    def moments(self, most: int | None = None) -> Iterator[Moment]:
        """Yields states of all matches played so far, sorted by the number of actions that led to the state.

        It yields at least one state, and stops when the check's time is up. `most`: the maximum number of states of a
        match, to which its last state is added; None for `limits.states`.
        """
        found = [moment for played in self.played for moment in spread(played.moments, most or self.limits.states)]
        found.sort(key=lambda moment: moment.taken)
        for number, moment in enumerate(found):
            if number and not self.clock.left():
                return
            yield moment


def spread(moments: list[Moment], most: int) -> list[Moment]:
    """Returns at most `most` evenly spread states of a match, plus the match's last state if it is not one of them."""
    chosen = list(evenly(moments, most))
    return chosen if chosen[-1] is moments[-1] else [*chosen, moments[-1]]
