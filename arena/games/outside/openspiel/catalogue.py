"""The games of the installed library, with the reason for each game that cannot be played."""

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
    """A game of the library with its default parameters, as the list of games shows it."""

    name: str
    title: str
    refused: str
    """The reason why the game cannot be played in a league. It is empty if the game can be played; only then the fields
    below are set.
    """
    seats: int = 0
    most_seats: int = 0
    """The most seats that the parameter `players` allows; equal to `seats` if the game has no such parameter."""
    hidden: bool = False
    remembered: bool = True
    """Whether the rows repeat at each turn all that the seat has learnt in the match. If not, they contain only the
    present observation.
    """
    luck: bool = False
    longest: int = 0
    """The most choices that a match can have, counted over all seats."""


def offers() -> Iterator[Offer]:
    """Iterates over all games of the library, in its order. Raises ArenaError [no-openspiel] if the library is not
    installed.
    """
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
