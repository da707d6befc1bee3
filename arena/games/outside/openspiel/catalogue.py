"""The games of the installed library, and why some cannot be played."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from arena.games.entry import MOST_SEATS
from arena.games.outside.openspiel.game_by_name import loaded
from arena.games.outside.openspiel.library import kinds
from arena.games.outside.openspiel.observations import OBSERVATION, hides, told
from arena.games.outside.openspiel.refusals import refused_game, refused_kind
from arena.games.outside.openspiel.rules import choices

PLAYERS: Final = "players"
"""The name of the library's parameter for the number of seats, which some games have."""


class Offer(NamedTuple):
    """A game of the library, with its default parameters."""

    name: str
    title: str
    refused: str
    """Why the game cannot be played in a league; empty if it can, and only then the fields below are set."""
    seats: int = 0
    most_seats: int = 0
    """The most seats with the parameter `players`; equal to `seats` if the game has no such parameter."""
    hidden: bool = False
    remembered: bool = True
    """Whether each turn tells a seat what it saw before, and not only what it sees now."""
    luck: bool = False
    longest: int = 0
    """The most choices of all seats together that a match can have."""


def offers() -> Iterator[Offer]:
    """Iterates over all games of the library, in its order; raises ArenaError [no-openspiel]."""
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
