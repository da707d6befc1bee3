"""`arena admin`: manages a ladder on the machine that stores its folder."""

import getpass
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import click

from arena.cli.groups import InOrder
from arena.cli.options.one_of import OneOf
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.ladder.accounts.people import Person, add_person, change_role, find_person, people, revoke_all
from arena.ladder.accounts.rights import Role
from arena.ladder.accounts.tokens import LINK_DAYS, make_link
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.database import has_ladder
from arena.ladder.keeping.events import events as all_events
from arena.ladder.ladder import Ladder
from arena.ladder.limits import warnings
from arena.ladder.seasons import end_season
from arena.ladder.status import status_of
from arena.system.commands import quoted
from arena.text import printable
from arena.web.ladder.page_values import time_text

FOLDER: Final = Path("ladder")
MB: Final = 1_000_000
ROLES: Final = OneOf([str(role) for role in Role])
"""The type of command-line arguments that name a person's role on the ladder."""
_DAYS: Final = click.option(
    "--days",
    type=click.IntRange(1, 365),
    default=LINK_DAYS,
    show_default=True,
    help="Number of days until each link expires.",
)
_URL: Final = click.option(
    "--url",
    metavar="URL",
    help="Address at which people reach the ladder's server, https://HOST:PORT; the sign-in links begin with it. "
    "Default: the address at which this ladder was last served.",
)


class Place(NamedTuple):
    """The folder of a ladder, and the address of the database for a new ladder. Without an address, the database is a
    file in the folder.
    """

    folder: Path
    database: str | None


@click.group(cls=InOrder)
@click.option(
    "--ladder",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    default=FOLDER,
    show_default=True,
    help="Folder in which the ladder is stored; give this option before the subcommand.",
)
@click.option(
    "--database",
    metavar="URL",
    help="PostgreSQL database for a new ladder that `arena admin person add` makes, postgresql://USER@HOST/DATABASE; "
    "default: a file in the ladder's folder. For an existing ladder, leave out this option: the ladder keeps its "
    "database.",
)
@click.pass_context
def admin(context: click.Context, folder: Path, database: str | None) -> None:
    """Manage a ladder: its people, seasons and log.

    The subcommands work on the ladder's folder, whether or not a server runs. If the folder has no ladder yet, `arena
    admin person add` makes a new ladder there. The ladder's log records every change that the subcommands make.

    Write --ladder and --database directly after admin, for example: arena admin --ladder FOLDER person list
    """
    context.obj = Place(folder, database)


@admin.group(cls=InOrder)
def person() -> None:
    """Add people and manage how they sign in."""


@person.command()
@click.argument("names", nargs=-1, required=True)
@click.option(
    "--role",
    type=ROLES,
    default=str(Role.AUTHOR),
    show_default=True,
    help="Role of the new people; author: may submit bots; organiser: may also see and withdraw everyone's "
    "submissions; spectator: may only sign in.",
)
@_DAYS
@_URL
@click.pass_obj
def add(place: Place, names: tuple[str, ...], role: str, days: int, url: str | None) -> None:
    """Add people, and print a sign-in link for each of NAMES.

    NAMES are one or more names for the new people, of 1 to 40 characters each; put a name that contains spaces in
    quotation marks. If one name is refused, for example because a person with this name exists, nobody is added.

    Each link works once, and cannot be shown again. Send each link only to its person.

    The people are added to the ladder in the folder ladder/ of the current folder; a missing ladder is made. For a
    ladder in another folder: arena admin --ladder FOLDER person add NAMES
    """
    with _opened(place, new=True) as ladder:
        begin, now_ms = where(ladder, url), ladder.now_ms()
        with ladder.base.writing() as connection:
            made = [add_person(connection, name, Role(role), now_ms, actor()) for name in names]
            tokens = [make_link(connection, one, days, now_ms, actor()) for one in made]
        _print_links(begin, list(zip(made, tokens, strict=True)))


@person.command()
@click.argument("name")
@_DAYS
@_URL
@click.pass_obj
def link(place: Place, name: str, days: int, url: str | None) -> None:
    """Print a new sign-in link for the person NAME.

    The link works once, and cannot be shown again. Earlier links and sign-ins of the person stay valid; to end these,
    use: arena admin person revoke NAME

    The command works on the ladder in the folder ladder/ of the current folder. For a ladder in another folder: arena
    admin --ladder FOLDER person link NAME
    """
    with _opened(place) as ladder:
        begin = where(ladder, url)
        with ladder.base.writing() as connection:
            found = find_person(connection, name)
            token = make_link(connection, found, days, ladder.now_ms(), actor())
        _print_links(begin, [(found, token)])


@person.command(name="list")
@click.pass_obj
def list_people(place: Place) -> None:
    """List all people with their roles.

    The command works on the ladder in the folder ladder/ of the current folder. For a ladder in another folder: arena
    admin --ladder FOLDER person list
    """
    with _opened(place) as ladder, ladder.base.reading() as connection:
        for one in people(connection):
            click.echo(printable(f"{one.role:<10} {one.name}"))


@person.command()
@click.argument("name")
@click.argument("new", metavar="ROLE", type=ROLES)
@click.pass_obj
def role(place: Place, name: str, new: str) -> None:
    """Change the role of the person NAME to ROLE.

    ROLE is author (may submit bots), organiser (may also see and withdraw everyone's submissions) or spectator (may
    only sign in).

    The person stays signed in. Rights that the new role lacks end at once; rights that it adds begin when the person
    signs in again in a browser.

    The command works on the ladder in the folder ladder/ of the current folder. For a ladder in another folder: arena
    admin --ladder FOLDER person role NAME ROLE
    """
    with _changing(place) as (ladder, connection):
        change_role(connection, find_person(connection, name), Role(new), ladder.now_ms(), actor())


@person.command()
@click.argument("name")
@click.pass_obj
def revoke(place: Place, name: str) -> None:
    """Revoke every sign-in and link of the person NAME.

    The person is signed out everywhere. The person's unused sign-in links stop working, and so do the addresses of the
    person's feeds (news about the person's submissions, for a feed reader). The person's bots stay on the ladder.
    Prints the number of revoked sign-ins, links and feeds.

    To let the person sign in again, print a new link: arena admin person link NAME

    The command works on the ladder in the folder ladder/ of the current folder. For a ladder in another folder: arena
    admin --ladder FOLDER person revoke NAME
    """
    with _changing(place) as (ladder, connection):
        count = revoke_all(connection, find_person(connection, name), ladder.now_ms(), actor())
    click.echo(f"ended: {count}")


@admin.group(cls=InOrder)
def season() -> None:
    """Manage the seasons of ladders."""


@season.command()
@click.argument("name", metavar="LADDER")
@click.option(
    "--best",
    type=click.IntRange(2, 100),
    default=8,
    show_default=True,
    help="Number of the ladder's best bots that play in the final. Bots that the results cannot distinguish from the "
    "weakest of these play, too. If the ladder has fewer bots, all of them play; the final needs at least as many bots "
    "as a match has seats.",
)
@click.option(
    "--blocks-each",
    type=click.IntRange(1, 10_000),
    default=60,
    show_default=True,
    help="Number of blocks that each bot plays in the final, at least; a block is one deal, played from all seats.",
)
@click.pass_obj
def end(place: Place, name: str, best: int, blocks_each: int) -> None:
    """End the season of the ladder LADDER.

    LADDER is the name of a file ladders/LADDER.toml, without its ending. For the next season, the ladder is renamed to
    LADDER-2 (or from LADDER-2 to LADDER-3, and so on). If this name is already in use, the ladder gets the next free
    number. Under its new name, the ladder has no results at first. All results of the ended season stay visible. If the
    command is interrupted, run it again to complete it.

    The best bots play a final, called LADDER-final, on new deals. In it, any two bots meet about equally often. The
    option --best gives the number of best bots. Bots that the results cannot distinguish from the weakest of these
    play, too. If the ladder does not let bots of one person meet, only the best bot of each person plays. The server of
    `arena serve --ladder` plays the final: now if the server runs, else when you start it.

    Prints the commitment, a hash that fixes the bots and deals of the final: publish it now, so that everybody can
    check the final later. A ladder of remote bots (bots that run on their authors' machines) has no final
    and no commitment: its table is the result.

    The command looks for ladders/LADDER.toml in the folder ladder/ of the current folder. For another folder: arena
    admin --ladder FOLDER season end LADDER
    """
    with _opened(place) as ladder:
        ended = end_season(ladder, name, best, blocks_each, actor())
    if not ended.final:
        click.echo(f"the table of {name} stays as it is; the ladder goes on as {ended.next}")
        return
    click.echo(printable(f"{ended.final}: {', '.join(ended.bots)}"))
    click.echo(f"commitment: {ended.commitment}")
    tell(f"the ladder goes on as {ended.next}; publish the commitment")


@admin.command()
@click.pass_obj
def events(place: Place) -> None:
    """Print the ladder's log, oldest entry first.

    The log has the changes made with `arena admin` and `arena course invite`, and what organisers did to the bots of
    other people.

    Each line has the time, who did it, what was done, and to whom or to what.

    The command works on the ladder in the folder ladder/ of the current folder. For a ladder in another folder: arena
    admin --ladder FOLDER events
    """
    with _opened(place) as ladder, ladder.base.reading() as connection:
        for one in all_events(connection):
            click.echo(printable(f"{time_text(one.at_ms)}  {one.actor}  {one.act}  {one.subject}"))


@admin.command()
@click.pass_obj
def status(place: Place) -> None:
    """Print the state of the ladder, and what needs attention.

    Prints the number of submissions in each state and in the queue, the age of the oldest submission in the queue in
    seconds, the total size of the submitted archives, and the free space on the disks. A line that begins with
    "attention:" tells you what to look after.

    The command works on the ladder in the folder ladder/ of the current folder. For a ladder in another folder: arena
    admin --ladder FOLDER status
    """
    with _opened(place) as ladder:
        found = status_of(ladder)
    for what, value in (
        *((f"{state}", count) for state, count in found.submissions.items() if count),
        ("in the queue", found.waiting + found.under_way),
        ("oldest there", f"{found.oldest_s:.0f} s"),
        ("handed in", f"{found.archive_bytes // MB} MB"),
        ("room left", f"{found.free_bytes // MB} MB here, {found.copies_free_bytes // MB} MB where bots are built"),
    ):
        click.echo(f"{what:<14} {value}")
    for sentence in warnings(found):
        click.echo(f"attention: {sentence}")


@contextmanager
def _opened(place: Place, *, new: bool = False) -> Iterator[Ladder]:
    """Opens the ladder in a folder for a `with` statement, which closes it at the end.

    `new`: whether a missing ladder is created; if it is False, a missing ladder raises ArenaError [no-ladder].
    """
    if not new and not has_ladder(place.folder):
        raise ArenaError(
            "no-ladder",
            f"the folder {place.folder.absolute()} does not contain a ladder",
            "name the folder of a ladder with --ladder, or make a new ladder by adding its first person: arena admin "
            "person add NAME --url https://HOST:PORT",
        )
    with closing(Ladder(place.folder, database=place.database)) as ladder:
        if ladder.copy:
            tell(f"the database was upgraded to this release; a copy of the old database is in {ladder.copy}")
        yield ladder


@contextmanager
def _changing(place: Place) -> Iterator[tuple[Ladder, Connection]]:
    with _opened(place) as ladder, ladder.base.writing() as connection:
        yield ladder, connection


def opened_ladder(folder: Path) -> AbstractContextManager[Ladder]:
    """Opens the existing ladder in a folder. Raises ArenaError [no-ladder] if the folder has none."""
    return _opened(Place(folder, None))


def where(ladder: Ladder, url: str | None) -> str:
    """Returns the server's address, with which sign-in links begin. This is `url`; without `url`, it is the address at
    which the ladder was last served. Raises ArenaError [no-address] if neither is known.
    """
    address = url or ladder.address()
    if not address:
        raise ArenaError(
            "no-address",
            f"no server has served the ladder in {ladder.folder} yet, so the address in sign-in links is unknown",
            f"start arena serve --ladder {quoted(str(ladder.folder))} first, or give the address with --url https://HOST:PORT",
        )
    return address.rstrip("/")


def _print_links(begin: str, made: list[tuple[Person, str]]) -> None:
    for one, token in made:
        click.echo(printable(f"{one.name}\t{begin}/ladder/sign-in/{token}"))
    tell("each link works once, and is shown only now; send each link only to its person")


def actor() -> str:
    """Returns the name of this command's user in the ladder's log, such as "ada on the machine"."""
    return f"{getpass.getuser()} on the machine"
