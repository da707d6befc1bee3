"""`arena course`: runs a course whose files, hand-ins included, are in one folder."""

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

    All files are in the course's folder; of these, only the files in its folder public/ are meant for all students.

    Begin with: arena course init FOLDER

    The other subcommands work on the course in the current folder. To name another course, write --course FOLDER after
    the subcommand, for example: arena course status week1 --course FOLDER
    """


for _command in (
    init, roster, invite, collect, extend, status, try_, standings, close, final, grades, explain, similarity, archive,
    rehearse,
):  # fmt: skip
    course.add_command(_command)
