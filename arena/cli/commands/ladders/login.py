"""`arena login`: signs in to a ladder."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from arena.cli.server import Server, read_as_arena, remember
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.text import printable

IN_A_HEADER: Final = "[0-9A-Za-z_-]{1,200}"


@click.command()
@click.argument("link")
@click.option(
    "--ca",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="PEM file with the certificate of the authority that signed the server's certificate; default: the "
    "authorities that this machine trusts. Later commands read this file too, so do not move it.",
)
def login(link: str, ca: Path | None) -> None:
    """Sign in to a ladder with LINK.

    LINK has the form https://HOST/ladder/sign-in/CODE; you get it from the ladder's organiser or on the ladder's page,
    and it works once. Afterwards, the commands that use the ladder, such as arena submit, find your sign-in by
    themselves.

    Your sign-in is stored in a file that only you can read; anybody who gets the file can submit bots as you. The
    ladder's page lists all your sign-ins, and lets you end each of them.
    """
    authority = str(ca.absolute()) if ca else None
    server = Server(link, ca=authority)
    head, _, token = urlsplit(link).path.strip("/").rpartition("/")
    if not head.endswith("ladder/sign-in") or not token:
        raise ArenaError(
            "bad-link",
            "the given LINK is not a sign-in link",
            "copy the whole link from the organiser's message or the ladder's page; its form is https://HOST/ladder/sign-in/CODE",
        )
    if server.is_open():
        tell(f"the connection to {server.address} is not encrypted, so others in the network can read what you send")
    told = server.tell("POST", f"ladder/sign-in/{token}", b"{}")
    with read_as_arena(server):
        token, name = told["token"], told["name"]
        if not re.fullmatch(IN_A_HEADER, token):
            raise ValueError(token)
    place = remember(server, token, authority)
    click.echo(printable(f"signed in at {server.address} as {name}"))
    tell(f"your sign-in is stored in {place}")
