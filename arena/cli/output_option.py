"""`--output`: where all that bots print is kept, the same in every command that plays matches."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from arena.errors import ArenaError

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTION: Final = click.option(
    "--output",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Keep all that bots print, in FOLDER/BOT/MATCH.txt; each process then plays one match at a time.",
)


def output_option(command: Command) -> Command:
    """Gives a command the option, as its parameter `output`."""
    return _OPTION(command)


def output_folder(output: Path | None) -> Path | None:
    """The folder, which is made where it is not there; raises ArenaError [not-written]."""
    if output is None:
        return None
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(
            "not-written", f"--output {output} cannot be a folder: {error.strerror}", "name one, or a new one"
        ) from error
    return output.resolve()
