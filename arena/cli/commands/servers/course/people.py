"""Who is in a course: its roster, and who is invited to hand in."""

from pathlib import Path

import click

from arena.cli.commands.servers.admin import actor, opened_ladder, where
from arena.cli.commands.servers.course.options import HERE, LADDER
from arena.cli.groups import InOrder
from arena.cli.saying import tell
from arena.course.folder import changing
from arena.course.people.aliases import INVITATIONS, read_key
from arena.course.people.columns import import_rows
from arena.course.people.roster import merged
from arena.ladder.accounts.tokens import LINK_DAYS
from arena.ladder.courses.inviting import invite as invite_students


@click.group(cls=InOrder)
def roster() -> None:
    """Who is in the course."""


@roster.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@HERE
def import_roster(file: Path, folder: Path) -> None:
    """Take the students of a CSV file into the roster.

    Each gets an alias. FILE has the columns id, name, email, group, handle; or it comes from Moodle or GitHub
    Classroom. Whoever is in the roster already keeps the alias, and what the file does not say.
    """
    with changing(folder) as opened:
        imported = import_rows(file, opened.roster)
        roster = merged(opened.roster, imported.rows, read_key(folder), file)
        opened.keep_roster(roster)
    new = len(roster.students) - len(opened.roster.students)
    click.echo(
        f"{imported.system}: {len(imported.rows)} rows, {new} new; {len(roster.students)} students in the roster"
    )
    for stranger in imported.strangers:
        tell(f"nobody in the roster is {stranger}: give that row an id of the roster")


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
