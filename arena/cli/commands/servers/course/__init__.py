"""`arena course`: runs a course from a folder of downloads."""

import click

from arena.cli.commands.servers.course.finals import explain, final, grades, similarity
from arena.cli.commands.servers.course.hand_ins import close, collect, extend, status, try_
from arena.cli.commands.servers.course.people import invite, roster
from arena.cli.commands.servers.course.standings import standings
from arena.cli.commands.servers.course.whole import archive, init, rehearse
from arena.cli.groups import InOrder


@click.group(cls=InOrder)
def course() -> None:
    """Run a course: hand-ins, deadlines, finals and grades.

    All files are in the course's folder; only its folder public/ is meant for students.
    """


for _command in (
    init, roster, invite, collect, extend, status, try_, standings, close, final, grades, explain, similarity, archive,
    rehearse,
):  # fmt: skip
    course.add_command(_command)
