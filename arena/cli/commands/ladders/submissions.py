"""`arena submissions`: lists and manages submissions."""

import json
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.commands.ladders.submit import show_note
from arena.cli.groups import InOrder
from arena.cli.server import read_as_arena, signed_in
from arena.cli.terminal.messages import WIDTH, tell
from arena.errors import ArenaError
from arena.text import json_text, one_line, printable

MINUTE_S: Final = 60
HEADINGS: Final = ("number", "bot", "version", "state", "age", "place", "sha256")


@click.group(cls=InOrder, invoke_without_command=True)
@click.option(
    "--server",
    "address",
    metavar="URL",
    help="Address of the server, https://HOST:PORT; default: the server at which you last signed in. If you also give "
    "a command, such as show, write this option before it: arena submissions --server URL show NUMBER",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the list as JSON; without effect if you give a command, such as show.",
)
@click.pass_context
def submissions(context: click.Context, address: str | None, as_json: bool) -> None:
    """List your submissions, newest first.

    A submission is a version of a bot that you sent to the server with arena submit. The list shows the number of each
    submission; give it as NUMBER to the commands below.
    """
    context.obj = address
    if context.invoked_subcommand:
        return
    server = signed_in(address)
    told = server.tell("GET", "ladder/submissions.json")
    if as_json:
        click.echo(json_text(told))
        return
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading)
    with read_as_arena(server):
        listed = told["submissions"]
        for one in listed:
            table.add_row(*(Text(one_line(cell)) for cell in _cells(one)))
        more = int(told.get("total", 0)) > len(listed)
        standings = [line for one in listed for line in _standing_lines(one)]
    Console(width=WIDTH, highlight=False).print(table)
    for line in standings:
        click.echo(line)
    if more:
        tell(
            f"shown are the newest {len(listed)} of {told['total']} submissions; arena submissions show NUMBER shows "
            "any submission"
        )


@submissions.command()
@click.argument("number", type=int)
@click.pass_obj
def show(address: str | None, number: int) -> None:
    """Show the history of submission NUMBER.

    NUMBER is the number of one of your submissions; the command arena submissions lists them. The history lists the
    submission's states, such as built and checked, with their times. The output also shows the submission's place in
    each of its ladders, its challenges, and the faults by which it forfeited matches.
    """
    server = signed_in(address)
    one = server.tell("GET", f"ladder/submissions/{number}.json")
    with read_as_arena(server):
        for note in one["log"]:
            show_note(note)
        for line in [*_standing_lines(one), *_challenge_lines(server.address, one)]:
            click.echo(line)
        for standing in one.get("ladders", ()):
            for fault in standing["faults"]:
                show_fault(server.address, standing, fault)


@submissions.command()
@click.argument("number", type=int)
@click.pass_obj
def withdraw(address: str | None, number: int) -> None:
    """Withdraw submission NUMBER, so that it does not play.

    NUMBER is the number of one of your submissions; the command arena submissions lists them. You can withdraw a
    submission while it plays, and while the server builds and checks it. If it has passed its check, you can let it
    play again later: arena submissions roll-back NUMBER
    """
    _act(address, number, "withdraw")


@submissions.command(name="roll-back")
@click.argument("number", type=int)
@click.pass_obj
def roll_back(address: str | None, number: int) -> None:
    """Let an earlier submission NUMBER play again.

    NUMBER is the number of one of your submissions; the command arena submissions lists them. Submission NUMBER must
    have passed its check, and then have been replaced or withdrawn. If an organiser has withdrawn it, only an organiser
    can let it play again. Submission NUMBER takes the place of the submission with which the bot plays now, if any.
    """
    _act(address, number, "roll-back")


@submissions.command()
@click.argument("number", type=int)
@click.argument("rival")
@click.option(
    "--ladder",
    metavar="NAME",
    required=True,
    help="Name of the ladder in which RIVAL plays; a ladder for remote bots has no challenges.",
)
@click.pass_obj
def challenge(address: str | None, number: int, rival: str, ladder: str) -> None:
    """Play submission NUMBER against RIVAL, unrated.

    NUMBER is the number of one of your submissions; the command arena submissions lists them. Your bot must play
    with this submission now. RIVAL is the name of another bot, which must play now in the ladder that --ladder names;
    it may be a house bot.

    The server plays at least 60 matches between the two bots, and none of these matches counts for the rating. You can
    have only one challenge at a time. The command does not wait for the result; to see it, use arena submissions show
    NUMBER.
    """
    server = signed_in(address)
    said = json.dumps({"rival": f"{ladder}/{rival}"}).encode()
    one = server.tell("POST", f"ladder/submissions/{number}/challenges", said)
    with read_as_arena(server):
        for line in _challenge_lines(server.address, {"challenges": [one]}):
            click.echo(line)


@submissions.command()
@click.argument("number", type=int)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def download(address: str | None, number: int, file: Path) -> None:
    """Write the archive of submission NUMBER to a new FILE.

    NUMBER is the number of one of your submissions; the command arena submissions lists them. FILE is the path of a
    file that does not exist yet. The archive is the one that you submitted. The command arena submit always sends a
    .tar.gz file; an archive that you sent from the ladder's page can also be a .tar or .zip file.
    """
    content = signed_in(address).ask("GET", f"ladder/submissions/{number}/archive")
    try:
        with file.open("xb") as out:
            out.write(content)
    except FileExistsError as error:
        raise ArenaError(
            "file-there", f"the file {file} exists already", "name a file that does not exist yet, or remove this file"
        ) from error
    click.echo(f"{file}: {len(content)} bytes")


def _act(address: str | None, number: int, act: str) -> None:
    server = signed_in(address)
    one = server.tell("POST", f"ladder/submissions/{number}/{act}", b"{}")
    with read_as_arena(server):
        click.echo(f"submission {number}: {one_line(str(one['state']))}")


def _standing_lines(one: dict[str, Any]) -> list[str]:
    """Returns a line for each ladder in which a submission plays or played. The line shows the submission's place and
    number of matches.
    """
    lines = []
    for standing in one.get("ladders", ()):
        played = "1 match" if standing["matches"] == 1 else f"{standing['matches']} matches"
        stands = f"place {standing['place']} of {standing['of']}, {played}" if standing["place"] else "no match yet"
        plays = "plays" if standing["plays"] else "played"
        lines.append(one_line(f"submission {one['number']} {plays} in {standing['ladder']}, {stands}"))
    return lines


def _challenge_lines(server: str, one: dict[str, Any]) -> list[str]:
    """Returns a line for each challenge of a submission, with the challenge's state and result."""
    lines = []
    for told in one.get("challenges", ()):
        place = f", place {told['place']}" if told["place"] else ""
        results = f", ahead in {told['ahead']}, level in {told['level']}, behind in {told['behind']}"
        played = f"; {told['matches']} matches{results}" if told["matches"] else ""
        why = f", {told['sentence']}" if told["sentence"] else ""
        where = f"; {server}/{told['page']}" if told["page"] else ""
        against = f"challenge {told['number']} against {told['rival']} in {told['ladder']}"
        lines.append(one_line(f"{against}: {told['state']}{why}{place}{played}{where}"))
    return lines


def show_fault(server: str, standing: dict[str, Any], fault: dict[str, Any]) -> None:
    """Prints a fault of a bot, the address of the match in which the fault happened, and the bot's last output."""
    match = f"{server}/{standing['slug']}/matches/{fault['match']}.html"
    click.echo(printable(f"{standing['ladder']}  {fault['kind']}  {fault['detail']}\n   {match}"))
    if fault["output"]:
        click.echo("\n".join(f"   {line}" for line in printable(fault["output"]).splitlines()))


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    minutes = one["age_s"] // MINUTE_S
    age = f"{minutes} min" if minutes else f"{one['age_s']} s"
    place = str(one["place"]) if one["place"] else ""
    words = (one["number"], one["bot"] or "-", one["version"] or "-", one["state"], age, place, one["sha256"][:12])
    return tuple(map(str, words))
