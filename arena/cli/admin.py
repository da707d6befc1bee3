"""`arena admin`: what the organiser of a ladder does, on the machine it is on."""

import getpass
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import click

from arena.cli.show import tell
from arena.errors import ArenaError
from arena.ladder.events import events as all_events
from arena.ladder.keeping.base import FILE, Connection
from arena.ladder.ladder import Ladder
from arena.ladder.people import Person, add_person, change_role, find_person, people, revoke_all
from arena.ladder.rights import Role
from arena.ladder.tokens import LINK_DAYS, make_link
from arena.text import printable
from arena.web.ladder.telling import time_text

FOLDER: Final = Path("ladder")
DEFAULT: Final = "http://127.0.0.1:8080/"
ROLES: Final = click.Choice([str(role) for role in Role])
"""Words of the option --role."""
_DAYS: Final = click.option(
    "--days", type=click.IntRange(1, 365), default=LINK_DAYS, show_default=True, help="How long the link is good."
)
_URL: Final = click.option("--url", metavar="URL", help="Where others find the server, if not where it listens.")


@click.group()
@click.option(
    "--ladder",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    default=FOLDER,
    show_default=True,
    help="Where the ladder is kept.",
)
@click.pass_context
def admin(context: click.Context, folder: Path) -> None:
    """Run a ladder: its people, and what was done to them.

    It works on the folder of the ladder, while a server serves it or not. All that is done here is in its log.
    """
    context.obj = folder


@admin.group()
def person() -> None:
    """Make people, and let them sign in."""


@person.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--role", type=ROLES, default=str(Role.AUTHOR), show_default=True, help="What they may.")
@_DAYS
@_URL
@click.pass_obj
def add(folder: Path, names: tuple[str, ...], role: str, days: int, url: str | None) -> None:
    """Make people called NAMES, and print a link for each to sign in with, once.

    All of them are made, or none.
    """
    with _opened(folder, new=True) as ladder:
        now_ms, actor = ladder.now_ms(), _actor()
        with ladder.base.writing() as connection:
            made = [add_person(connection, name, Role(role), now_ms, actor) for name in names]
            tokens = [make_link(connection, one, days, now_ms, actor) for one in made]
        _print_links(ladder, list(zip(made, tokens, strict=True)), url)


@person.command()
@click.argument("name")
@_DAYS
@_URL
@click.pass_obj
def link(folder: Path, name: str, days: int, url: str | None) -> None:
    """Print another link for who is called NAME."""
    with _opened(folder) as ladder:
        with ladder.base.writing() as connection:
            found = find_person(connection, name)
            token = make_link(connection, found, days, ladder.now_ms(), _actor())
        _print_links(ladder, [(found, token)], url)


@person.command(name="list")
@click.pass_obj
def list_people(folder: Path) -> None:
    """List everybody."""
    with _opened(folder) as ladder, ladder.base.reading() as connection:
        for one in people(connection):
            click.echo(printable(f"{one.role:<10} {one.name}"))


@person.command()
@click.argument("name")
@click.argument("new", metavar="ROLE", type=ROLES)
@click.pass_obj
def role(folder: Path, name: str, new: str) -> None:
    """Make who is called NAME something else."""
    with _changing(folder) as (ladder, connection):
        change_role(connection, find_person(connection, name), Role(new), ladder.now_ms(), _actor())


@person.command()
@click.argument("name")
@click.pass_obj
def revoke(folder: Path, name: str) -> None:
    """End all sign-ins and links of who is called NAME."""
    with _changing(folder) as (ladder, connection):
        count = revoke_all(connection, find_person(connection, name), ladder.now_ms(), _actor())
    click.echo(f"ended: {count}")


@admin.command()
@click.pass_obj
def events(folder: Path) -> None:
    """Print what organisers did, in order."""
    with _opened(folder) as ladder, ladder.base.reading() as connection:
        for one in all_events(connection):
            click.echo(printable(f"{time_text(one.at_ms)}  {one.actor}  {one.act}  {one.subject}"))


@contextmanager
def _opened(folder: Path, *, new: bool = False) -> Iterator[Ladder]:
    """The ladder in a folder; `new`: whether it may be made."""
    if not new and not (folder / FILE).is_file():
        raise ArenaError(
            "no-ladder",
            f"there is no ladder in {folder.absolute()}",
            "name its folder with --ladder; arena admin person add makes one",
        )
    with closing(Ladder(folder)) as ladder:
        if ladder.copy:
            tell(f"the database was brought to this release; a copy from before is {ladder.copy}")
        yield ladder


@contextmanager
def _changing(folder: Path) -> Iterator[tuple[Ladder, Connection]]:
    with _opened(folder) as ladder, ladder.base.writing() as connection:
        yield ladder, connection


def _print_links(ladder: Ladder, made: list[tuple[Person, str]], url: str | None) -> None:
    where = (url or ladder.address() or DEFAULT).rstrip("/")
    for one, token in made:
        click.echo(printable(f"{one.name}\t{where}/ladder/sign-in/{token}"))
    tell("each link is good once, and told only now; send each to nobody else")


def _actor() -> str:
    return f"{getpass.getuser()} on the machine"
