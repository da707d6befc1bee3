"""Commands for people: roster and invitations."""

from pathlib import Path

import click

from arena.cli.commands.servers.admin import actor, opened_ladder, where
from arena.cli.commands.servers.course.options import HERE, LADDER
from arena.cli.groups import InOrder
from arena.cli.terminal.messages import tell
from arena.course.closing.used_aliases import given_aliases
from arena.course.folder import Course, changing
from arena.course.people.aliases import INVITATIONS, Taken, read_key
from arena.course.people.matching import import_list
from arena.ladder.accounts.tokens import LINK_DAYS
from arena.ladder.courses.invitations import invite as invite_students
from arena.ladder.courses.invitations import read_invitations
from arena.league.schedules.contract import counted


@click.group(cls=InOrder)
def roster() -> None:
    """Manage the list of students."""


@roster.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--no-groups", is_flag=True, help="Ignore the groups in the file, so that each student hands in alone.")
@HERE
def import_roster(file: Path, *, no_groups: bool, folder: Path) -> None:
    """Add the students of a CSV file to the roster.

    Each student gets an alias such as "Rote Eule 7", or the one in a column alias. FILE has a column id, and any of
    name, email, login, group, moodle, canvas, github and alias; or it is an export of Moodle (in English, German,
    French or Dutch), Canvas, Gradescope or GitHub Classroom. Students already in the roster keep what the file does not
    mention. If any row cannot be used, nothing changes.
    """
    with changing(folder) as opened:
        found = import_list(opened.roster, file, read_key(folder), groups=not no_groups, taken=_taken(opened))
        opened.keep_roster(found.roster)
    students = len(found.roster.students)
    click.echo(f"{found.system}: {found.rows} rows, {found.new} new; {students} students in the roster")
    sizes = [len(team) for author, team in found.roster.authors().items() if team[0].group]
    if sizes:
        tell(f"{counted(len(sizes), 'group')} of at most {counted(max(sizes), 'student')}: a group hands in together")
    for sentence in found.told:
        tell(sentence)


def _taken(opened: Course) -> Taken:
    """Returns the names that imported students cannot get as aliases, because baselines, other students or ladder
    accounts have these names.
    """
    accounts = frozenset(one.account for one in read_invitations(opened).values())
    return Taken(opened.plan.own_baselines(), given_aliases(opened), accounts)


@click.command()
@LADDER
@click.option(
    "--days",
    type=click.IntRange(1, 365),
    default=LINK_DAYS,
    show_default=True,
    help="Number of days until each link expires.",
)
@click.option(
    "--url",
    metavar="URL",
    help="Address of the server for the links, https://HOST:PORT; default: the address at which the server listens.",
)
@HERE
def invite(ladder_folder: Path, days: int, url: str | None, folder: Path) -> None:
    """Invite the students to hand in to a ladder.

    Each student becomes a person on the ladder under the alias; a group becomes one person. invitations.csv gets a link
    for each person, which works once. Run the command again when students join: existing links stay valid. The ladder's
    log records each invitation.
    """
    with changing(folder) as opened, opened_ladder(ladder_folder) as ladder:
        made = invite_students(opened, ladder, days, where(ladder, url), actor())
    click.echo(f"{len(made)} invited now, {len(opened.roster.students)} students in the roster")
    tell(f"send each student the link in {folder / INVITATIONS}, and to nobody else; each link works once")
