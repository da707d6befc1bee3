"""Who is in a course: its roster, and who is invited to hand in."""

from pathlib import Path

import click

from arena.cli.commands.servers.admin import actor, opened_ladder, where
from arena.cli.commands.servers.course.options import HERE, LADDER
from arena.cli.groups import InOrder
from arena.cli.saying import tell
from arena.course.closing.called import given_aliases
from arena.course.folder import Course, changing
from arena.course.people.aliases import INVITATIONS, Taken, read_key
from arena.course.people.matching import import_list
from arena.ladder.accounts.tokens import LINK_DAYS
from arena.ladder.courses.inviting import invite as invite_students
from arena.ladder.courses.inviting import read_invitations
from arena.league.schedules.contract import counted


@click.group(cls=InOrder)
def roster() -> None:
    """Who is in the course."""


@roster.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--no-groups", is_flag=True, help="Its groups are not who hands in together.")
@HERE
def import_roster(file: Path, *, no_groups: bool, folder: Path) -> None:
    """Take the students of a CSV file into the roster.

    Each gets an alias, or the one that a column alias wishes for, as "Rote Eule 7". FILE has a column id, and name,
    email, login, group, moodle, canvas, github or alias; or Moodle, Canvas, Gradescope or GitHub Classroom has written
    it, Moodle in English, German, French or Dutch. Whoever is in the roster already keeps what the file does not say.
    If anything in the file does not fit, nothing is changed.
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
    """What nobody who is imported can be called."""
    accounts = frozenset(one.account for one in read_invitations(opened).values())
    return Taken(opened.plan.own_baselines(), given_aliases(opened), accounts)


@click.command()
@LADDER
@click.option(
    "--days", type=click.IntRange(1, 365), default=LINK_DAYS, show_default=True, help="How long each link is good."
)
@click.option("--url", metavar="URL", help="Where students find the server, if not where it listens.")
@HERE
def invite(ladder_folder: Path, days: int, url: str | None, folder: Path) -> None:
    """Invite the students to hand in to a ladder.

    Each becomes a person there, called by the alias, a group together; invitations.csv gets a link for each, good
    once. Run it again when students come: who has a link keeps it. All of it is in the log of the ladder.
    """
    with changing(folder) as opened, opened_ladder(ladder_folder) as ladder:
        made = invite_students(opened, ladder, days, where(ladder, url), actor())
    click.echo(f"{len(made)} invited now, {len(opened.roster.students)} students in the roster")
    tell(f"send each student the link in {folder / INVITATIONS}, and to nobody else; it is good once")
