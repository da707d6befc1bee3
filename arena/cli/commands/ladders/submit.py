"""`arena submit`: submits a bot and follows it until it plays or fails."""

import secrets
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import click

from arena.building.bundle import pack
from arena.building.manifest import find_manifest, read_manifest
from arena.cli.options.completion import complete_bots
from arena.cli.server import Server, read_as_arena, signed_in
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.text import json_text, printable

LOOK_S: Final = 1.0
TRIES: Final = 5
"""The maximum number of attempts at a request that the server does not answer. A repeated upload still makes only one
submission.
"""


@click.command()
@click.argument("bot", shell_complete=complete_bots)
@click.option(
    "--server",
    "address",
    metavar="URL",
    help="Address of the server, https://HOST:PORT; default: the server at which you last signed in.",
)
@click.option(
    "--wait/--no-wait",
    default=True,
    help="--wait (the default): wait, and print the progress, until the bot plays or is refused; --no-wait: end "
    "when the server has stored the bot. The server builds and checks the bot in both cases.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the server's receipt as JSON, then end, as with --no-wait. The server sends the receipt when it has "
    "stored the bot. The receipt contains the submission's number.",
)
def submit(bot: str, address: str | None, wait: bool, as_json: bool) -> None:
    """Submit BOT to a ladder.

    BOT is the path of a bot's folder or of its bot.toml. The command sends an archive of the bot's folder, and of the
    folders that the bot.toml lists in sources. It leaves out hidden files, except .gitignore. If the bot has a
    build, it also leaves out the files that a .gitignore names.

    When the server has stored the archive, the command prints a receipt. The server then builds and checks the bot. A
    bot that passes plays in every ladder of its game, and replaces your earlier version of the bot, if there is one. By
    default, the command waits until the bot plays or is refused.

    Exit status: 0 if the bot plays or, with --no-wait or --json, if the server has stored the bot; else 1.
    """
    server = signed_in(address)
    archive = pack(read_manifest(find_manifest(bot, Path()))).archive
    receipt = _handed_in(server, archive)
    with read_as_arena(server):
        number = int(receipt["number"])
        arrived, size, received, place = (receipt[word] for word in ("sha256", "bytes", "received", "address"))
    if arrived != sha256(archive).hexdigest():
        raise ArenaError(
            "damaged",
            "the server received an archive that differs from the archive that this command sent",
            f"withdraw this submission with arena submissions withdraw {number}, then submit the bot again",
        )
    if as_json:
        click.echo(json_text(receipt))
        return
    click.echo(
        printable(f"submission {number}: {size} bytes received {received}\nsha256 {arrived}\n{server.address}/{place}")
    )
    if wait:
        with read_as_arena(server):
            _follow(server, number)


def _handed_in(server: Server, archive: bytes) -> dict[str, Any]:
    """Uploads a bot's archive, and returns the server's receipt. Raises ArenaError [too-large] if the archive exceeds
    the server's limit, and as `Server.tell` does.
    """
    told = server.tell("GET", "ladder/me.json")
    with read_as_arena(server):
        most = int(told["limits"]["bytes"])
    if len(archive) > most:
        raise ArenaError(
            "too-large",
            f"the bot's archive has {len(archive)} bytes, but {server.address} accepts at most {most} bytes",
            "remove files that the bot does not need; if the bot has a build, put a .gitignore into its folder, and "
            "list in it the files that the build makes, so that arena submit leaves these files out",
        )
    path = f"ladder/hand-ins/{secrets.token_hex(16)}"
    return _patiently(lambda: server.tell("PUT", path, archive), "the archive is sent again")


def _patiently(ask: Callable[[], dict[str, Any]], again: str) -> dict[str, Any]:
    """Returns the result of the request `ask`. While the server does not answer, the request is repeated, up to TRIES
    attempts in all.

    `again`: the words in the printed message that name the repeated action, such as "the archive is sent again". Raises
    ArenaError [no-server] if the last attempt, too, gets no answer; raises any other ArenaError at once.
    """
    for attempt in range(1, TRIES):
        try:
            return ask()
        except ArenaError as error:
            if error.code != "no-server":
                raise
        tell(f"the server does not answer; {again} ({attempt} of {TRIES - 1})")
        time.sleep(LOOK_S * attempt)
    return ask()


def _follow(server: Server, number: int) -> None:
    """Prints the log of a submission as it grows, until the server has finished processing the submission.

    Raises click.exceptions.Exit with status 1 if the submission is then not active in the ladder.
    """
    shown, place = 0, None
    while True:
        one = _patiently(lambda: server.tell("GET", f"ladder/submissions/{number}.json"), "the request is repeated")
        for note in one["log"][shown:]:
            show_note(note)
        shown = len(one["log"])
        if not one["waiting"]:
            break
        if one["place"] != place and one["place"] and one["place"] > 1:
            tell(f"place {one['place']} in the queue")
        place = one["place"]
        time.sleep(LOOK_S)
    if one["state"] != "active":
        raise click.exceptions.Exit(1)


def show_note(note: Mapping[str, Any]) -> None:
    """Prints an entry of a submission's log, with its hint and output."""
    sentence = f"  {note['sentence']}" if note["sentence"] else ""
    click.echo(printable(f"{note['at']}  {note['state']}{sentence}"))
    for text in (note["hint"], note["output"] if note["state"] != "built" else ""):
        if text:
            click.echo("\n".join(f"   {line}" for line in printable(text).splitlines()))
