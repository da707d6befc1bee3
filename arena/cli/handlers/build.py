"""`arena build`: builds bots."""

import sys
from pathlib import Path

import click

from arena.building.building import build as build_bot
from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, find_manifest, read_manifest
from arena.cli.confinement import tell_sandbox
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.league.bots import built
from arena.league.league_file import find_league, read_league
from arena.league.playing.confinement import confined


def build(bots: tuple[str, ...], league_file: Path | None) -> None:
    """Builds the named bots, the bots of a league, or else all house bots, and exits with status 1 if a build fails."""
    if league_file:
        if bots:
            raise click.UsageError("give either the names of bots or --league, not both")
        _build_league(find_league(league_file))
        return
    manifests = [read_manifest(find_manifest(bot, Path())) for bot in bots]
    house = [] if bots else [bot for bot in map(read_manifest, house_bot_names().values()) if bot.build]
    ready = [_build(bot) for bot in (*manifests, *filter(_has_tools, house))]
    if not all(ready):
        sys.exit(1)


def _build_league(path: Path) -> None:
    """Builds the bots of a league as the league does: in copies of their folders, and in the league's sandbox.

    Exits with status 1 if a bot cannot be built.
    """
    league, sandbox = confined(read_league(path))
    tell_sandbox(sandbox, league.sandbox)
    for sentence in (*league.left_out, *league.shown):
        tell(sentence)
    league = built(league, tell)
    for bot in league.bots:
        if not (bot.unfit or bot.remote()):
            click.echo(f"{bot.name}: ready")
    if any(bot.unfit for bot in league.bots):
        sys.exit(1)


def _has_tools(bot: Manifest) -> bool:
    """Returns whether the tools to build the bot are installed, and prints the missing tools."""
    if missing := bot.missing():
        click.echo(f"{bot.name}: not built, because it needs {' and '.join(missing)}")
    return not missing


def _build(bot: Manifest) -> bool:
    """Builds a bot, and returns whether the build succeeded. Prints either that the bot is ready, or the error."""
    try:
        build_bot(bot, tell)
    except ArenaError as error:
        tell(f"Error: {error}")
        return False
    click.echo(f"{bot.name}: ready")
    return True
