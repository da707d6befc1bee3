"""`arena remote-token`: prints a token for a remote bot."""

from pathlib import Path

import click

from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.files.text_files import suggestion
from arena.league.league_file import read_league
from arena.remote.tokens import make_token, tokens_beside


@click.command("remote-token")
@click.argument("league_file", metavar="LEAGUE.toml", type=click.Path(path_type=Path))
@click.argument("bot")
def remote_token(league_file: Path, bot: str) -> None:
    """Print a new token for the remote BOT.

    LEAGUE.toml is the path of a league file. BOT is the name of a bot that runs on its author's machine; the league
    file lists it with the line remote = "BOT". Give the token to the bot's author, who runs the bot with arena remote.

    The token is shown only once; the file LEAGUE.tokens next to the league file stores only a hash of the token. A
    newer token for the same bot replaces the old token when the league next starts.
    """
    remotes = read_league(league_file).remotes()
    if bot not in remotes:
        named = (
            suggestion(bot, remotes) if remotes else f'add the lines [[bots]] and remote = "{bot}" to the league file'
        )
        raise ArenaError("no-remote", f"the league file {league_file} does not list a remote bot named {bot!r}", named)
    place = tokens_beside(league_file)
    token = make_token(place, bot)
    tell(f"copy the token now, because it is shown only once; the file {place} keeps only the token's hash")
    click.echo(token)
