"""`--sandbox`: how far the bots of a command are confined, the same in every command that starts some."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from arena.cli.saying import tell
from arena.sandbox.box import Box
from arena.sandbox.box import box_at as at_level
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.proving import AUTO, LEVELS, Sandbox, proved

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTION: Final = click.option(
    "--sandbox",
    type=click.Choice([str(level) for level in LEVELS]),
    default=AUTO,
    show_default=True,
    help="How far bots are confined; auto is as far as this machine can, none lets them do what you may.",
)


def sandbox_option(command: Command) -> Command:
    """Gives a command the option, as its parameter `sandbox`."""
    return _OPTION(command)


def box_at(wanted: str) -> Box:
    """The box of a level that holds here, which is told; raises ArenaError [no-sandbox]."""
    sandbox = proved(wanted)
    tell_sandbox(sandbox, wanted)
    return at_level(sandbox.level, Limits())


def tell_sandbox(sandbox: Sandbox, wanted: str) -> None:
    """Says on standard error how bots are confined, and why no further; who wanted nothing is told nothing."""
    if wanted != Level.NONE:
        tell(f"sandbox: {sandbox.sentence()}{f'; {sandbox.forgone}' if sandbox.forgone else ''}")
