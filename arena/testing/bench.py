"""The game under check, its limits and its matches, which all checks of a game share."""

from collections.abc import Callable, Iterator
from math import inf

from arena.games.contract import Game
from arena.testing.limits import Clock, Limits
from arena.testing.random_matches import Moment, Played
from arena.testing.subject import Subject, evenly


class Skipped(Exception):  # noqa: N818  # nothing is wrong
    """Raised by a check that has nothing to try in this game; the text says why."""


class Bench:
    """A game that is being checked, with its limits and the matches played so far."""

    def __init__(self, name: str, make: Callable[[], Game], limits: Limits) -> None:  # type: ignore[type-arg]  # of any game
        """`name`: the game's name for errors until it is made; `make` makes the game, and raises ArenaError."""
        self.name = name
        self.limits = limits
        self.clock = Clock(inf)
        self.played: list[Played] = []
        self.made: Subject | None = None
        self._make = make

    def subject(self) -> Subject:
        """The game under check, which is made at the first call; raises ArenaError."""
        if self.made is None:
            self.made = Subject(self._make())
        return self.made

    def title(self) -> str:
        """The words "the game TITLE", with which a sentence about the game begins."""
        return f"the game {self.made.info.title if self.made else self.name}"

    def moments(self, most: int | None = None) -> Iterator[Moment]:
        """States of all matches, in order of the number of actions before; at least one, more while time is left."""
        found = [moment for played in self.played for moment in spread(played.moments, most or self.limits.states)]
        found.sort(key=lambda moment: moment.taken)
        for number, moment in enumerate(found):
            if number and not self.clock.left():
                return
            yield moment


def spread(moments: list[Moment], most: int) -> list[Moment]:
    """At most `most` of the moments, evenly spread, and always the last one."""
    chosen = list(evenly(moments, most))
    return chosen if chosen[-1] is moments[-1] else [*chosen, moments[-1]]
