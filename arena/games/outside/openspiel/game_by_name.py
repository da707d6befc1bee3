"""Creates a game of OpenSpiel by name and parameters, as in `leduc_poker(players=3)`."""

import re
from typing import Any, Final

from arena.errors import ArenaError
from arena.files.text_files import suggestion
from arena.games.outside.module import Made
from arena.games.outside.openspiel.library import kinds, library, released
from arena.games.outside.openspiel.refusals import OF_FILES, refused_game, refused_kind
from arena.games.outside.openspiel.rules import Rules
from arena.games.outside.openspiel.trial import last_words

NAME: Final = re.compile(r"([a-z0-9_]+)(\([A-Za-z0-9_()\[\]=,.;:+* -]*\))?", re.ASCII)
"""Matches a valid name of a game, with or without parameters. A name has no slash, which excludes parameters that are
paths of files.
"""
LONGEST: Final = 200
HINT: Final = "list the games that can be played with arena games --openspiel"


def made(name: str) -> Made:
    """Makes the game of this name. A name with parameters is first tried in another process, because the library may
    crash or hang.

    Raises ArenaError: [no-openspiel] if the library is not installed, [unknown-game] if it has no such game, and
    [bad-game] if the parameters are wrong or the game cannot be played in a league.
    """
    kind = _kind(name)
    if "(" in name and (said := last_words(name)):
        raise _unmade(name, said, kind)
    return make(name)


def make(name: str) -> Made:
    """Makes the game of this name in this process, in which the library may crash or hang. Raises the same errors as
    `made`.
    """
    game = loaded(name)
    if reason := refused_game(game):
        raise refusal(name, reason)
    try:
        return Made(str(game).removesuffix("()"), Rules(game), released())
    except Exception as error:  # the library may accept parameters and then fail at the deal
        raise _unmade(name, str(error), game.get_type()) from error


def loaded(name: str) -> Any:  # noqa: ANN401  # the library has no types
    """Returns the library's object for the game of this name. Does not check `refused_game`. Raises the errors of
    `_kind`, and ArenaError [bad-game] if the library cannot make the game.
    """
    kind = _kind(name)
    try:
        return library().load_game(name)
    except Exception as error:
        raise _unmade(name, str(error), kind) from error


def _kind(name: str) -> Any:  # noqa: ANN401  # as above
    """Returns the library's description of the game with this name. Raises ArenaError: [no-openspiel] if the library
    is not installed, [unknown-game] if it has no such game, [bad-game] if `refused_kind` refuses the game or a
    parameter names a file.
    """
    known = kinds()
    fitting = NAME.fullmatch(name) if len(name) <= LONGEST else None
    if not fitting:
        expected = (
            f"give a name of at most {LONGEST} characters, with or without parameters, such as leduc_poker(players=3)"
        )
        raise ArenaError("unknown-game", f"{name[:LONGEST]!r} is not the name of a game of OpenSpiel", expected)
    kind = known.get(fitting[1])
    if kind is None:
        raise ArenaError(
            "unknown-game",
            f"OpenSpiel does not have a game named {fitting[1]!r}",
            f"{suggestion(fitting[1], [*known])}; {HINT}",
        )
    if reason := refused_kind(kind, bool(fitting[2])):
        raise refusal(name, reason)
    for parameter in OF_FILES:
        if f"{parameter}=" in name:
            problem = f"the parameter {parameter} of the OpenSpiel game {name} names a file, and files are not allowed"
            raise ArenaError("bad-game", problem, f"leave the parameter {parameter} out")
    return kind


def _unmade(name: str, said: str, kind: Any) -> ArenaError:  # noqa: ANN401  # as above
    """Returns the ArenaError [bad-game] for a game that the library cannot make. `said` is the reason; `kind` is the
    library's description of the game.
    """
    has = ", ".join(sorted(kind.parameter_specification)) or "none"
    first = said.partition("\n")[0]
    return ArenaError(
        "bad-game",
        f"OpenSpiel cannot create the game {name}: {first}",
        f"give only parameters that this game has, and give each parameter a valid value; its parameters: {has}",
    )


def refusal(name: str, reason: str) -> ArenaError:
    """Returns the ArenaError [bad-game] for a game that cannot be played in a league."""
    return ArenaError("bad-game", f"{name} of OpenSpiel cannot be played in a league: {reason}", HINT)
