"""The games of the installed library, and why some cannot be played."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from arena.games.entry import MOST_SEATS
from arena.games.outside.openspiel.library import kinds
from arena.games.outside.openspiel.making import loaded
from arena.games.outside.openspiel.refusing import refused_game, refused_kind
from arena.games.outside.openspiel.rules import choices
from arena.games.outside.openspiel.telling import OBSERVATION, hides, told

PLAYERS: Final = "players"
"""The parameter for the number of seats, in games that have it."""


class Offer(NamedTuple):
    """A game of the library without parameters."""

    name: str
    title: str
    refused: str
    """Why it cannot be played in a league; empty if it can, and only then are the fields below set."""
    seats: int = 0
    most_seats: int = 0
    """The most seats with the parameter `players`; equal to `seats` if the game has no such parameter."""
    hidden: bool = False
    remembered: bool = True
    """Whether a seat is told what it saw before, and not only what it sees now."""
    luck: bool = False
    longest: int = 0
    """The most choices of all seats together in a match."""


def offers() -> Iterator[Offer]:
    """All games of the library, in its order; raises ArenaError [no-openspiel]."""
    for name, kind in kinds().items():
        refused = refused_kind(kind, given=False)
        game = None if refused else loaded(name)
        refused = refused or refused_game(game)
        yield Offer(name, kind.long_name, refused) if refused else _offer(name, kind, game)


def _offer(name: str, kind: Any, game: Any) -> Offer:  # noqa: ANN401  # the library has no types
    seats = game.num_players()
    return Offer(
        name,
        kind.long_name,
        "",
        seats,
        min(kind.max_num_players, MOST_SEATS) if PLAYERS in kind.parameter_specification else seats,
        hides(kind),
        told(kind) != OBSERVATION,
        kind.chance_mode.name != "DETERMINISTIC",
        choices(game),
    )
