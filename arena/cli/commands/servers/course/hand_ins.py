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
    help="Folder of the ladder from which the hand-ins are collected; give exactly one of --ladder and --clones.",
)
@click.option(
    "--clones",
    metavar="FOLDER",
    type=FOLDER,
    help="Folder with the clones of the git repositories from which the hand-ins are collected; give exactly one of "
    "--ladder and --clones.",
)
@HERE
def collect(assignment: str, ladder_folder: Path | None, clones: Path | None, folder: Path) -> None:
    """Collect hand-ins from a ladder or from cloned repositories.

    ASSIGNMENT is the name of an assignment in course.toml. Its hand-ins are copied to downloads/ASSIGNMENT, with a
    table of receipts (when each was received). Give either --ladder or --clones. You can collect as often as you like:
    each time, only new hand-ins are added.

    From a ladder, the hand-ins are the submissions of the students whom `arena course invite` invited. If the version
    in bot.toml is the name of an assignment, the hand-in is for that assignment. Otherwise it is for the assignment
    whose deadline came next when the server received the submission. Receipts have the times at which the server
    received the submissions.

    With --clones, the name of each clone's folder must contain the student's id, account on GitHub or group. From each
    clone, the command takes up to three commits: the last one before the deadline, the last one that the late rule in
    course.toml allows, and the one that is checked out. Receipts have the times of the commits, which an author can
    forge.
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
@click.option(
    "--reason",
    default="",
    help='Reason for the extension, such as "ill"; it is stored in extensions.csv; default: no reason is stored.',
)
@HERE
def extend(assignment: str, student: str, until: str, reason: str, folder: Path) -> None:
    """Give STUDENT an extension for ASSIGNMENT until UNTIL.

    ASSIGNMENT is the name of an assignment in course.toml. STUDENT is a student's id, e-mail address or alias in
    roster.csv, in quotation marks if it contains spaces. An extension for one member of a group is for the whole group.

    UNTIL is a time after the assignment's deadline, in the course's time zone and in quotation marks, such as
    "2026-03-05 23:59".

    If you give the same student another extension for the same assignment, only the new one counts, even if it ends
    earlier.

    If the assignment is closed already, wait until the extension is over. If the late rule in course.toml allows late
    hand-ins, wait until the student's late days after the extension are over, too. Then collect the new hand-ins, and
    close the assignment again: arena course close ASSIGNMENT
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

    ASSIGNMENT is the name of an assignment in course.toml. Prints a row for each hand-in; "counts" means that the
    hand-in would count if you closed the assignment now. Then prints what is wrong with hand-ins, and which authors
    handed in identical files.

    No bot is started. For a hand-in that was tried before, the command uses the stored result. Of any other
    hand-in, it only reads the bot.toml, so the bot may turn out not to work. To try the bots: arena course try
    ASSIGNMENT
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
    """Try hand-ins before the deadline, and write feedback.

    ASSIGNMENT is the name of an assignment in course.toml. Each author is a student or a group. The command builds and
    starts each author's last hand-in that is not too late; if it does not work, the one before it, and so on. The first
    that works would count if you closed the assignment now. The command stores the results. Later, `arena course close`
    uses these results, and need not try the same hand-ins again. Nothing is locked or graded. You can try hand-ins as
    often as you like.

    For each student, the command writes a page feedback/ASSIGNMENT/ID.md, where ID is the student's id: what would
    count now, what is wrong and what to do. It sends nothing; give each page only to its student.
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
@click.option(
    "--early",
    is_flag=True,
    help="Close the assignment even if an author still has time to hand in; without --early, this is an error.",
)
@HERE
def close(assignment: str, *, early: bool, folder: Path) -> None:
    """Lock the hand-ins that count, and prepare the final.

    ASSIGNMENT is the name of an assignment in course.toml. It can be closed when no author has time left to hand in,
    not even late; to close it earlier, give --early. Closing needs Linux.

    Each author is a student or a group. Each author's last hand-in that is valid and not too late counts. A hand-in is
    valid if its bot passes the steps of `arena check` from "manifest" to "seats". A hand-in after the author's deadline
    is too late unless the late rule in course.toml allows it. An author without a hand-in that counts has no bot in the
    final.

    Prints the commitment, a hash that fixes the bots and deals of the final: publish it before the final. It is also in
    the folder public/. The pages that `arena course try` wrote are removed.

    If you give an extension after the closing, wait until no author has time left. Then collect the new hand-ins,
    and close the assignment again with the same command.

    When the assignment is closed, play the final: arena course final ASSIGNMENT
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
