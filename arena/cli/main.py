"""`arena`: the commands, and how an error reaches a person."""

import sys
from importlib import import_module
from typing import Final

import click

from arena.errors import ArenaError
from arena.league.reading import suggestion

COMMANDS: Final = (
    "run-league", "standings", "faults", "verify", "compare", "play", "replay",
    "init", "build", "check", "playback", "stdio",
)  # fmt: skip
"""In the order of the help; each is a function in the module of its name."""
INTERRUPTED: Final = 130


class _Arena(click.Group):
    """A group whose commands are imported when they are called, and may raise ArenaError.

    Workers import the main module again, and need none of the commands.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in COMMANDS:
            ctx.fail(f"there is no command {cmd_name!r}; {suggestion(cmd_name, COMMANDS)}")
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"arena.cli.{name}"), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(1)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(INTERRUPTED)


@click.group(cls=_Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bot-arena", prog_name="arena")
def main() -> None:
    """Tournaments for game-playing bots.

    Bots are programs in any language; a league is a TOML file; results are kept in a folder and can be checked.
    """
