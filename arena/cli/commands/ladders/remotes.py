"""`arena remotes`: lists the user's remote bots, and enters them into ladders."""

from typing import Any, Final
from urllib.parse import quote

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.commands.ladders.submissions import show_fault
from arena.cli.groups import InOrder
from arena.cli.server import read_as_arena, signed_in
from arena.cli.terminal.messages import WIDTH, tell
from arena.system.commands import quoted
from arena.text import json_text, one_line

HEADINGS: Final = ("number", "bot", "ladder", "state", "round trip", "standing")


@click.group(cls=InOrder, invoke_without_command=True)
@click.option(
    "--server",
    "address",
    metavar="URL",
    help="Address of the server, https://HOST:PORT; default: the server at which you last signed in. If you also give "
    "a command, such as withdraw, write this option before it: arena remotes --server URL withdraw NUMBER",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the list as JSON; without effect if you give a command, such as withdraw.",
)
@click.pass_context
def remotes(context: click.Context, address: str | None, as_json: bool) -> None:
    """List your bots that run on your own machine.

    These are the remote bots that you have entered into ladders. The list shows each bot's number, and its state and
    standing in its ladder. To withdraw a bot, give its number as NUMBER to the command withdraw.
    """
    context.obj = address
    if context.invoked_subcommand:
        return
    server = signed_in(address)
    told = server.tell("GET", "ladder/remotes.json")
    if as_json:
        click.echo(json_text(told))
        return
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading)
    with read_as_arena(server):
        for one in told["remotes"]:
            table.add_row(*(Text(one_line(cell)) for cell in _cells(one)))
        standings = [standing for one in told["remotes"] for standing in one["ladders"]]
        Console(width=WIDTH, highlight=False).print(table)
        for standing in standings:
            for fault in standing["faults"]:
                show_fault(server.address, standing, fault)


@remotes.command()
@click.argument("ladder")
@click.argument("name")
@click.pass_obj
def enter(address: str | None, ladder: str, name: str) -> None:
    """Enter a remote bot NAME into LADDER, and print its token.

    LADDER is the name of a ladder for remote bots on the server. NAME is a name that you choose for the bot, or the
    name of a bot that you have entered before. The bot plays while the command arena remote runs on your machine with
    the token.

    The token is shown only once, and is only for this bot. If you enter the bot again, the bot gets a new token, and
    the old token stops working.
    """
    server = signed_in(address)
    one = server.tell("PUT", f"ladder/remotes/{quote(ladder, safe='')}/{quote(name, safe='')}", b"")
    with read_as_arena(server):
        number, token, there = int(one["number"]), str(one["token"]), str(one["server"])
    tell(f"entered as remote bot {number}; copy the token now, because it is shown only once")
    tell(one_line(f"on the machine with the bot, run: arena remote --server {quoted(there)} --token-file FILE -- BOT"))
    click.echo(one_line(token))


@remotes.command()
@click.argument("number", type=int)
@click.pass_obj
def withdraw(address: str | None, number: int) -> None:
    """Withdraw remote bot NUMBER and its token.

    NUMBER is the number of one of your remote bots; the command arena remotes lists them. The bot stops playing, and
    its token stops working. If you enter the bot again later, the bot keeps its rating.
    """
    server = signed_in(address)
    one = server.tell("POST", f"ladder/remotes/{number}/withdraw", b"{}")
    with read_as_arena(server):
        click.echo(one_line(f"{one['name']} is withdrawn from {one['ladder_entered']}"))


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    state = ("connected" if one["connected"] else "not connected") if one["entered"] else "withdrawn"
    trip = "-" if one["round_trip_ms"] is None else f"{one['round_trip_ms']:.1f} ms"
    stands = [
        f"place {standing['place']} of {standing['of']}, {standing['matches']} matches"
        for standing in one["ladders"]
        if standing["place"]
    ]
    return (str(one["number"]), str(one["name"]), str(one["ladder_entered"]), state, trip, ", ".join(stands) or "-")
