"""The option `--sandbox`, which sets how strictly bots are confined."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from arena.cli.options.one_of import OneOf
from arena.sandbox.levels import AUTO, LEVELS

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTION: Final = click.option(
    "--sandbox",
    type=OneOf([str(level) for level in LEVELS]),
    default=AUTO,
    show_default=True,
    help="How strictly bots are confined; auto: at the highest level that works on this machine; a named level: at "
    "this level, or the command fails if the level does not work here; none: bots have all your rights. The command "
    "arena sandbox describes the levels.",
)


def sandbox_option(command: Command) -> Command:
    """Adds the option `--sandbox` to a command, as its parameter `sandbox`."""
    return _OPTION(command)
