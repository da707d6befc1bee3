"""Commands for finals: play, grade and compare."""

from pathlib import Path

import click

from arena.cli.commands.servers.course.notes import tell_leaks, tell_since
from arena.cli.commands.servers.course.options import HERE, WORKERS
from arena.cli.handlers.run_league import LeagueTeller
from arena.cli.handlers.similarity import FEWEST, show_alike
from arena.cli.terminal.errors import INTERRUPTED
from arena.cli.terminal.messages import tell
from arena.cli.terminal.progress import ProgressLine
from arena.course.closing.lock import demand_lock
from arena.course.earlier import earlier_bots
from arena.course.final_play import play_final
from arena.course.folder import Course, changing
from arena.course.grading.explanation import explanation
from arena.course.grading.grade_files import write_books, write_overview
from arena.course.grading.grading import Book
from arena.course.grading.grading import grades as grades_of
from arena.errors import ArenaError
from arena.league.schedules.contract import counted
from arena.text import printable


@click.command()
@click.argument("assignment")
@WORKERS
@HERE
def final(assignment: str, workers: int, folder: Path) -> None:
    """Play the final of a closed ASSIGNMENT.

    ASSIGNMENT is the name of an assignment in course.toml, such as week1. Close it first, with: arena course close
    ASSIGNMENT

    Press Ctrl-C to stop after the matches under way; run the same command again to continue. When all matches have been
    played, the results are copied to public/, for you to publish. Then write the grades: arena course grades ASSIGNMENT
    """
    with changing(folder) as opened:
        lock = demand_lock(opened, assignment)
        with ProgressLine() as line:
            found = play_final(opened, lock, workers, LeagueTeller(line))
    if not found.finished:
        click.echo(f"{found.left} matches are left; run the same command to play them", err=True)
        raise SystemExit(INTERRUPTED)
    tell_leaks(opened, lock, found.leaks)
    tell_since(opened, lock)
    click.echo(f"seal: {found.seal}\nseed: {found.seed}")
    tell(f"publish what is in {opened.public(lock.league)}, then: arena course grades {assignment}")


@click.command()
@click.argument("assignment", required=False)
@click.option(
    "--fill",
    "lists",
    metavar="FILE.csv",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    help="CSV file of students: Moodle's grading worksheet, Canvas's gradebook, or a list with a column named after "
    "the assignment, in which another column, such as id, email or name, tells the students apart. The command fills "
    "the grades into a copy of the file, in grades/ASSIGNMENT. Needs ASSIGNMENT; repeat the option for more files.",
)
@HERE
def grades(assignment: str | None, lists: tuple[Path, ...], folder: Path) -> None:
    """Write the grades of ASSIGNMENT, or of all assignments.

    ASSIGNMENT is the name of an assignment in course.toml whose final has been played. Without ASSIGNMENT, the
    command writes the grades of all assignments whose final has been played. It also writes a table of all students'
    points in these assignments, grades/overview.csv, and prints why the other assignments have no grades.

    Writes to the folder grades/ASSIGNMENT: grades.csv, moodle.csv, canvas.csv, and for each student a page
    feedback/ID.md, where ID is the student's id. If the command knows
    participant numbers of students in Moodle, it also writes feedback-moodle.zip, with the pages of these students in
    the form that Moodle accepts. The numbers come from Moodle's worksheet if you give it with --fill, else from
    roster.csv.

    With --fill FILE.csv, it also writes a copy of FILE.csv with the grades filled in. The copy has the same name, and
    is in grades/ASSIGNMENT. FILE.csv itself is not changed.
    """
    if lists and not assignment:
        raise click.UsageError("--fill needs an ASSIGNMENT")
    with changing(folder) as opened:
        books = [grades_of(opened, opened.plan.assignment(assignment))] if assignment else _played(opened)
        written = [write_books(opened, book, lists) for book in books]
        paths = [path for one in written for path in one.paths]
        if not assignment:
            paths.append(write_overview(opened, books))
    for book in books:
        tell_since(opened, book.lock)
    for sentence in (sentence for one in written for sentence in one.told):
        tell(sentence)
    for path in paths:
        click.echo(printable(str(path)))


@click.command()
@click.argument("assignment")
@click.argument("student")
@HERE
def explain(assignment: str, student: str, folder: Path) -> None:
    """Explain the grade of STUDENT in ASSIGNMENT, line by line.

    ASSIGNMENT is the name of an assignment in course.toml whose final has been played. STUDENT is a student's id,
    e-mail address, alias or group in roster.csv, in quotation marks if it contains spaces. For a group, or an alias
    that a group shares, the command explains the grade of the group's first member in roster.csv.

    Prints what the student handed in, how the bot played in the final, and how the points were computed. The student's
    page, which `arena course grades` writes, has the same text.
    """
    opened = Course.open(folder)
    book = grades_of(opened, opened.plan.assignment(assignment))
    for line in explanation(opened.plan, book, book.of(opened.roster.student(student))):
        click.echo(printable(line))


@click.command()
@click.argument("assignment")
@click.option(
    "--sources-only", is_flag=True, help="Compare only the sources of the bots, not their choices; no bot is started."
)
@click.option(
    "--earlier",
    metavar="FOLDER",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of an earlier course, of its unpacked archive, or of bots; the sources of the hand-ins are also "
    "compared with the sources of the bots in this folder; repeat the option for more folders.",
)
@HERE
def similarity(assignment: str, earlier: tuple[Path, ...], *, sources_only: bool, folder: Path) -> None:
    """Find similar bots in the final of ASSIGNMENT.

    ASSIGNMENT is the name of an assignment in course.toml that is closed; its final need not be played yet.

    Compares every pair of the students' bots in the final, as `arena similarity` does: their sources, and what they
    choose in the same positions. To see what they choose, it builds and starts the bots. It names bots by their
    aliases.

    A similar pair is only a hint: a person must judge whether code was copied. The command changes no points, and does
    not save its output. Keep the output to yourself.
    """
    opened = Course.open(folder)
    lock = demand_lock(opened, assignment)
    bots = {one.alias: lock.final(opened) / one.manifest for one in lock.entered}
    before = earlier_bots(earlier, folder)
    least = 1 if before else FEWEST
    if len(bots) < least:
        raise ArenaError(
            "too-few-bots",
            f"the final of {assignment} has {counted(len(bots), 'bot')} of the class; a comparison needs at least "
            f"{least}",
            f"list the hand-ins with arena course status {assignment}; for each student or group, the final has only "
            "the last hand-in that works and is not too late",
        )
    show_alike(bots, before, None if sources_only else str(opened.plan.keys.sandbox))


def _played(opened: Course) -> list[Book]:
    """Returns the grades of each assignment that can be graded, and prints why the others have no grades.

    Raises ArenaError [not-played] if no assignment can be graded.
    """
    found = []
    for one in opened.plan.assignments:
        try:
            found.append(grades_of(opened, one))
        except ArenaError as error:
            if error.code not in ("not-closed", "not-played", "close-again"):
                raise
            tell(error.message)
    if not found:
        raise ArenaError(
            "not-played",
            "the course has no grades yet, because no final has been played",
            "run arena course close ASSIGNMENT, then arena course final ASSIGNMENT, then this command again",
        )
    return found
