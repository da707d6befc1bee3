"""Commands that manage the roster and the invitations of a course."""

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
    """Manage the roster, the list of students.

    The roster is the file roster.csv in the course's folder. You can also change it with a text editor.
    """


@roster.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--no-groups",
    is_flag=True,
    help="Ignore the groups in FILE, so that new students hand in alone; groups that are already in the roster stay.",
)
@HERE
def import_roster(file: Path, *, no_groups: bool, folder: Path) -> None:
    """Add the students of a CSV file to the roster.

    FILE is a list that Moodle (in English, German, French or Dutch), Canvas, Gradescope or GitHub Classroom exported.
    Or it is a list of your own, with headings in the first row. Give each student an "id", a "login" or an "email".
    Other columns may be "name", "group", "alias", "github" (account on GitHub), "canvas" (number in Canvas) and
    "moodle" (numbers in Moodle).

    Other students see a student only under an alias, such as amber-badger. You can choose it in the column "alias";
    otherwise the command draws one for each new student. Students with the same group hand in together and share one
    alias; with --no-groups, new students hand in alone.

    Students whom FILE does not list stay in the roster. If a listed student is in the roster already, values that
    FILE does not give stay as they are. If a row is wrong, all errors are printed and nothing changes.
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
    help="Number of days until each new link expires.",
)
@click.option(
    "--url",
    metavar="URL",
    help="Address at which students reach the ladder's server, https://HOST:PORT; the sign-in links begin with it. "
    "Default: the address at which this ladder was last served.",
)
@HERE
def invite(ladder_folder: Path, days: int, url: str | None, folder: Path) -> None:
    """Invite the students to hand in to a ladder.

    Each student gets an account on the ladder, whose name is the student's alias. The members of a group share one
    account.

    The command writes a sign-in link for each student, also for each member of a group, into the file invitations.csv
    in the course's folder. Each link works once. Send each student only the student's own link.

    When more students join the course, run the command again: it invites only students who have no link yet, and the
    other links stay as they are. If a student's link has expired, print a new link for the student's ALIAS, with the
    ladder's FOLDER: arena admin --ladder FOLDER person link ALIAS
    """
    with changing(folder) as opened, opened_ladder(ladder_folder) as ladder:
        made = invite_students(opened, ladder, days, where(ladder, url), actor())
    click.echo(f"{len(made)} invited now, {len(opened.roster.students)} students in the roster")
    tell(f"send each student the link in {folder / INVITATIONS}, and to nobody else; each link works once")
