"""`arena`: the commands, and how an error reaches a person."""

import sys

import click

from arena.cli.play import play
from arena.cli.replay import replay
from arena.cli.run_league import run_league
from arena.cli.standings import standings
from arena.errors import ArenaError


class _Arena(click.Group):
    """A group whose commands may raise ArenaError."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(1)


@click.group(cls=_Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bot-arena", prog_name="arena")
def main() -> None:
    """Tournaments for game-playing bots.

    Bots are programs in any language; a league is a TOML file; results are kept in a folder and can be checked.
    """


for command in (run_league, standings, play, replay):
    main.add_command(command)
