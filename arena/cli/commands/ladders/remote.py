"""`arena remote`: runs a bot on this machine for an arena elsewhere."""

import asyncio
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.building.manifest import find_manifest, read_manifest
from arena.building.ready import ready
from arena.cli.options.completion import complete_bots
from arena.cli.terminal.interrupts import run_interruptibly
from arena.cli.terminal.messages import tell
from arena.cli.terminal.progress import REDRAW_S, SAY_EVERY_S, duration
from arena.errors import ArenaError
from arena.files.temporary import temporary_folder
from arena.remote.connector import Condition, Connector
from arena.remote.target import Target, target_of
from arena.text import one_line, printable
from arena.transport import Launch

VARIABLE: Final = "ARENA_REMOTE_TOKEN"
MOST_TOKEN_LETTERS: Final = 200
MOST_PAUSE_S: Final = 600.0
"""The longest pause in seconds between two printed lines about the state of a remote bot's connection."""
CLEAR: Final = "\r\x1b[K"


@click.command()
@click.argument("bot", shell_complete=complete_bots)
@click.option(
    "--server",
    required=True,
    metavar="URL",
    help="Address to which the bot connects, https://HOST:PORT. For a league, its organiser gives you the address; "
    "for a ladder, the command `arena remotes enter` prints it.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=f"File whose only line is the bot's token; default: the token in the environment variable {VARIABLE}.",
)
@click.option(
    "--ca",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with the certificate of the authority that signed the arena's certificate; default: the "
    "authorities that this machine trusts.",
)
@click.option(
    "--env",
    "variables",
    metavar="NAME",
    multiple=True,
    help="Name of an environment variable of yours that the bot needs, such as MY_KEY; the bot then gets the "
    "variable with its value. Repeat the option for more variables. The bot always gets PATH, HOME, LANG, LC_ALL and "
    "TMPDIR; it gets no other variables of yours.",
)
def remote(bot: str, server: str, token_file: Path | None, ca: Path | None, variables: tuple[str, ...]) -> None:
    """Run BOT here for a league or ladder on another machine.

    BOT is the path of a bot's folder or of its bot.toml, or the name of a house bot (see arena list). The bot is built
    first if needed, and runs with all your rights. Its code needs no change.

    The command connects to the arena at --server, and connects again when the connection is lost. It ends when the
    arena no longer needs the bot, for example after the last match of the league; press Ctrl-C to end it earlier.

    The bot needs a token. For a league, you get it from the organiser. For a ladder, the command arena remotes enter
    prints it.
    """
    target, token = target_of(server, ca), _token(token_file)
    environment = tuple((name, _value(name)) for name in variables)
    manifest = ready(read_manifest(find_manifest(bot, Path())), tell)
    tell(run_interruptibly(_play(target, token, replace(manifest.launch(), environment=environment))))


def _value(variable: str) -> str:
    """Returns the value of the environment variable that an option --env names. Raises ArenaError [no-variable] if the
    variable is not set, or if the option has the form NAME=VALUE.
    """
    name, given, _ = variable.partition("=")
    if given:
        problem = f"--env expects only the name of an environment variable, but found {name}=..."
        hint = f"set the variable in the shell with export {name}=..., then give --env {name}"
        raise ArenaError("no-variable", problem, hint)
    if variable not in os.environ:
        raise ArenaError(
            "no-variable",
            f"--env names the environment variable {variable}, which is not set",
            f"set the variable in the shell with export {variable}=..., or leave out --env {variable}",
        )
    return os.environ[variable]


def _token(file: Path | None) -> str:
    """Returns the token that identifies the bot to the arena, from the file or, without a file, from the environment
    variable VARIABLE. Raises ArenaError [no-token] if the file cannot be read, or if the text cannot be a token.
    """
    try:
        said = file.read_text("ascii").strip() if file else os.environ.get(VARIABLE, "").strip()
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "the file does not contain a token"
        raise ArenaError(
            "no-token",
            f"{file} cannot be used as a token file: {reason}",
            "give --token-file a file that contains only the token; the organiser of a league gives you the token; "
            "for a ladder, run arena remotes enter to get one",
        ) from error
    if not 0 < len(said) <= MOST_TOKEN_LETTERS or not said.isascii() or not said.isalnum():
        where = f"the file {file}" if file else f"the environment variable {VARIABLE}"
        hint = (
            f"ask the organiser of the league for a token, and put the token into a file for --token-file or into "
            f"{VARIABLE}"
        )
        raise ArenaError("no-token", f"{where} does not contain a token", hint)
    return said


async def _play(target: Target, token: str, launch: Launch) -> str:
    with temporary_folder() as folder:
        line = _Line(target)
        connector = Connector(target, token, launch, folder, line.say)
        showing = asyncio.create_task(line.show(connector.condition))
        try:
            return await connector.run()
        finally:
            showing.cancel()
            line.end(connector.condition)


class _Line:
    """A printer that reports the state of a remote bot's connection on standard error. In a terminal, it redraws one
    line; elsewhere, it prints a new line from time to time.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._redraws = sys.stderr.isatty()
        self._began_s = time.monotonic()

    def say(self, sentence: str) -> None:
        """Prints a sentence on a separate line, which the connection's state does not overwrite."""
        click.echo((CLEAR if self._redraws else "") + printable(sentence), err=True)

    async def show(self, condition: Condition) -> None:
        """Prints the connection's state again and again, until this coroutine is cancelled. In a terminal, the pauses
        have a fixed length. Elsewhere, each pause is twice as long as the last one, up to MOST_PAUSE_S seconds.
        """
        pause_s = REDRAW_S if self._redraws else SAY_EVERY_S
        while True:
            await asyncio.sleep(pause_s)
            click.echo((CLEAR if self._redraws else "") + self._sentence(condition), err=True, nl=not self._redraws)
            if not self._redraws:
                pause_s = min(2 * pause_s, MOST_PAUSE_S)

    def end(self, condition: Condition) -> None:
        """Prints the connection's final state, unless the arena never accepted the bot."""
        if condition.name:
            self.say(self._sentence(condition, "it played"))

    def _sentence(self, condition: Condition, state: str = "") -> str:
        if not condition.name:
            return one_line(f"{self._target.address()} does not need the bot yet")
        took = condition.round_trip_ms()
        trip = "" if took is None else f", round trip {took:.1f} ms"
        lost = f", {condition.losses} connections lost" if condition.losses else ""
        state = state or ("connected" if condition.connected else "not connected")
        return one_line(f"{condition.name}: {state}{trip}{lost}, {duration(time.monotonic() - self._began_s)}")
