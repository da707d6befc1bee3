"""Commands for hand-ins: collect, extend, list, try and close."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from arena.cli.commands.servers.admin import opened_ladder
from arena.cli.commands.servers.course.notes import author_lines, tell_found
from arena.cli.commands.servers.course.options import HERE
from arena.cli.confinement import box_at
from arena.cli.terminal.messages import tell
from arena.cli.terminal.sheets import show_sheet
from arena.course.cloning import Cloned, collect_commits
from arena.course.closing.closing import close as close_assignment
from arena.course.closing.lock import Lock
from arena.course.closing.precision import precision
from arena.course.extend import extend as give_time
from arena.course.folder import Course, changing
from arena.course.previews.early_trials import try_all
from arena.course.previews.feedback import remove_feedback, write_feedback
from arena.course.previews.status import status_of
from arena.ladder.courses.submitted_hand_ins import Collected
from arena.ladder.courses.submitted_hand_ins import collect as collect_hand_ins
from arena.league.schedules.contract import counted
from arena.system.kinds import demand_linux
from arena.text import one_line, printable
from leaderboards.reports.sheets import Sheet

FOLDER: Final = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("assignment")
@click.option(
    "--ladder",
    "ladder_folder",
    metavar="FOLDER",
    type=FOLDER,
    help="Collect the hand-ins from the ladder in this folder; give either --ladder or --clones.",
)
@click.option(
    "--clones",
    metavar="FOLDER",
    type=FOLDER,
    help="Collect the hand-ins from the cloned repositories of the class in this folder; give either --clones or "
    "--ladder.",
)
@HERE
def collect(assignment: str, ladder_folder: Path | None, clones: Path | None, folder: Path) -> None:
    """Collect hand-ins from a ladder or from cloned repositories.

    Hand-ins go to downloads/ASSIGNMENT, with receipts. You can collect as often as you like.

    From a ladder, receipts have the times at which the server received the bots. A hand-in is for the assignment
    whose name is the version in its bot.toml; with another version, or none, for the assignment with the next deadline.

    From each clone, the command takes the last commit before the deadline, the last commit that the late rule allows,
    and the commit that is checked out. Receipts have the times of the commits, which an author can forge.
    """
    if (ladder_folder is None) == (clones is None):
        raise click.UsageError("give either --ladder FOLDER or --clones FOLDER")
    found: Collected | Cloned
    with changing(folder) as opened:
        if clones:
            found = collect_commits(opened, assignment, clones, datetime.now(UTC))
        else:
            assert ladder_folder
            with opened_ladder(ladder_folder) as ladder:
                found = collect_hand_ins(opened, ladder, assignment)
    for file in found.new:
        click.echo(printable(one_line(file)))
    for sentence in found.told:
        tell(printable(one_line(sentence)))
    tell(f"{len(found.new)} new, {found.there} were there: arena course status {assignment}")


@click.command()
@click.argument("assignment")
@click.argument("student")
@click.argument("until")
@click.option("--reason", default="", help="Reason for the extension, stored in extensions.csv.")
@HERE
def extend(assignment: str, student: str, until: str, reason: str, folder: Path) -> None:
    """Give STUDENT an extension until a time.

    UNTIL is a time in the course's time zone, such as "2026-03-05 23:59". An extension for one member of a group is for
    the whole group.
    """
    with changing(folder) as opened:
        click.echo(printable(give_time(opened, assignment, student, until, reason)))
    if Lock.read(opened, assignment):
        tell(
            f"{assignment} is closed already: run arena course close {assignment}, and arena course grades "
            f"{assignment} again"
        )


@click.command()
@click.argument("assignment")
@HERE
def status(assignment: str, folder: Path) -> None:
    """Show hand-ins, and which of them would count.

    No bot is started: hand-ins that could count are unpacked and their bot.toml is read. Use arena course try to see
    whether their bots work. Hand-ins with identical files are listed.
    """
    opened = Course.open(folder)
    found = status_of(opened, opened.plan.assignment(assignment))
    show_sheet(Sheet(("id", "alias", "deadline", "hand-in", "received", "by", "status"), found.rows))
    click.echo(printable(f"\n{found.sentence}"))
    for sentence in found.wrong:
        click.echo(printable(sentence))
    tell_found(opened, assignment, found.found)
    for sentence in (*found.notes, *found.alike):
        tell(sentence)


@click.command("try")
@click.argument("assignment")
@HERE
def try_(assignment: str, folder: Path) -> None:
    """Try hand-ins before the deadline, and inform students.

    Hand-ins are built and started as by arena course close, which reuses the outcome; nothing is locked or graded. Each
    student gets a page in feedback/ASSIGNMENT: what would count now, what is wrong and what to do. You can try hand-ins
    as often as you like.
    """
    now = datetime.now(UTC)
    with changing(folder) as opened:
        of = opened.plan.assignment(assignment)
        box = box_at(opened.plan.keys.sandbox, opened.plan.keys.limits)
        tried = try_all(opened, of, box, tell, now=now)
        pages = write_feedback(tried, of, now=now)
    for author, choice in tried.choices.items():
        for line in author_lines(tried.course, tried.hand_ins, author, choice):
            click.echo(printable(line))
    tell_found(opened, assignment, tried.found)
    for sentence in (*tried.notes, *tried.hindrances):
        tell(one_line(sentence))
    tell(f"{counted(pages, 'page')} for students in {opened.feedback(assignment)}")


@click.command()
@click.argument("assignment")
@click.option("--early", is_flag=True, help="Close the assignment even if an author still has time to hand in.")
@HERE
def close(assignment: str, *, early: bool, folder: Path) -> None:
    """Lock the hand-ins that count, and prepare the final.

    For each author, the last valid hand-in counts that is in time or that the late rule of course.toml allows. A
    hand-in is valid when its bot builds, starts and passes the first steps of `arena check`. Prints the commitment to
    publish, which is in public/ too. Pages written by arena course try are removed. Run arena course close again after
    an extension.
    """
    demand_linux("closing an assignment, which starts what others wrote,")
    with changing(folder) as opened:
        of = opened.plan.assignment(assignment)
        box = box_at(opened.plan.keys.sandbox, opened.plan.keys.limits)
        closed = close_assignment(opened, of, box, tell, now=datetime.now(UTC), early=early)
        pages = remove_feedback(opened, of)
    lock = closed.lock
    for author, choice in closed.choices.items():
        for line in author_lines(opened, lock.hand_ins, author, choice):
            click.echo(printable(line))
    tell_found(opened, assignment, closed.found)
    click.echo(f"{counted(len(lock.entered), 'bot')} in {lock.league}{'' if closed.new_final else ', as before'}")
    click.echo(f"commitment: {lock.commitment}")
    if pages:
        tell(
            f"{counted(pages, 'page')} written before the deadline removed from {opened.feedback(assignment)}: arena "
            "course "
            f"grades {assignment} writes new pages"
        )
    for sentence in precision(opened.plan.assignment(assignment), opened.plan.keys.seats, len(lock.entered)):
        tell(sentence)
    tell(f"publish what is in {opened.public(lock.league)}, then: arena course final {assignment}")
