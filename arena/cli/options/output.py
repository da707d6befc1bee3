"""The option `--output`, which saves the output of bots in files."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from arena.building.content import NOT_CONTENT
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.system.files import from_folder

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTION: Final = click.option(
    "--output",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Save what the bots print to files FOLDER/BOT/MATCH.txt, where BOT is a bot's name and MATCH a match's id. "
    "FOLDER is made if needed, and must be outside the bots' folders. Each bot process then plays one match at a "
    "time.",
)


def output_option(command: Command) -> Command:
    """Adds the option `--output` to a command, as its parameter `output`."""
    return _OPTION(command)


def output_folder(output: Path | None, bots: Iterable[Manifest]) -> Path | None:
    """Returns the absolute path of the folder for the output of bots, which is created if needed; None if `output` is
    None.

    Raises ArenaError [not-written] if the folder cannot be created. Raises ArenaError [output-in-bot] if the files of
    output would count as part of one of the bots, and so make it a different bot.
    """
    if output is None:
        return None
    for bot in bots:
        if any(_would_count(output.resolve(), folder.resolve()) for folder in bot.folders()):
            beside = from_folder(bot.folder.resolve().parent / "printed", Path())
            raise ArenaError(
                "output-in-bot",
                f"--output {output} is in the folder of the bot {bot.name}, so saved output would change the bot",
                f"name a folder outside of the bot's folder, for example --output {beside}",
            )
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(
            "not-written",
            f"the folder {output} for --output cannot be made: {error.strerror}",
            "give --output the path of a folder that exists or that you may create",
        ) from error
    return output.resolve()


def _would_count(output: Path, folder: Path) -> bool:
    """Returns whether files in `output` would count as part of the bot in `folder`. Hidden folders and the folders that
    NOT_CONTENT lists do not count.
    """
    if not output.is_relative_to(folder):
        return False
    return not any(part.startswith(".") or part in NOT_CONTENT for part in output.relative_to(folder).parts)
