"""`arena course`: a classroom from a folder of downloads: hand-ins locked at the deadline, a final, and grades."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from arena.cli.commands.admin import actor, opened_ladder, where
from arena.cli.commands.run_league import LeagueTeller
from arena.cli.commands.similarity import FEWEST, show_alike
from arena.cli.course_notes import counting, tell_found, tell_leaks, tell_since
from arena.cli.main import INTERRUPTED
from arena.cli.progress import ProgressLine
from arena.cli.saying import tell
from arena.cli.show import show_sheet
from arena.course.archiving import archive as write_archive
from arena.course.closing.closing import close as close_assignment
from arena.course.closing.lock import Lock, demand_lock
from arena.course.extending import extend as give_time
from arena.course.folder import Course, changing
from arena.course.founding import found_course
from arena.course.grading.books import write_books, write_overview
from arena.course.grading.grading import Book
from arena.course.grading.grading import grades as grades_of
from arena.course.grading.telling import explanation
from arena.course.people.aliases import INVITATIONS, read_key
from arena.course.people.columns import import_rows
from arena.course.people.roster import merged
from arena.course.playing import play_final
from arena.course.rehearsal.rehearsing import Scale
from arena.course.rehearsal.rehearsing import rehearse as rehearse_course
from arena.course.status import status_rows
from arena.errors import ArenaError
from arena.games.registry import GAMES
from arena.ladder.accounts.tokens import LINK_DAYS
from arena.ladder.courses.collecting import collect as collect_hand_ins
from arena.ladder.courses.inviting import invite as invite_students
from arena.league.files.reading import suggestion
from arena.league.playing.overload import available_cores
from arena.sandbox.box import box_at
from arena.sandbox.levels import Level
from arena.sandbox.proving import LEVELS, proved
from arena.text import one_line, printable
from leaderboards.reports.sheets import Sheet

Command = TypeVar("Command", bound=Callable[..., Any])
HERE: Final = click.option(
    "--course",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="The folder of the course; by default the one you are in.",
)
WORKERS: Final = click.option(
    "--workers", type=click.IntRange(1, 256), default=available_cores, help="Arena processes."
)


LADDER: Final = click.option(
    "--ladder",
    "ladder_folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Where the ladder is kept.",
)


class _Commands(click.Group):
    """A group whose commands come in the order of a course, and which names the one that was meant."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.commands and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {cmd_name!r}; {suggestion(cmd_name, list(self.commands))}")
        return self.commands.get(cmd_name)


@click.group(cls=_Commands)
def course() -> None:
    """Run a course: lock hand-ins at the deadline, play the final, and grade with evidence.

    Everything lies in the course's folder; only what is below public/ is for students to see.
    """


@course.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", type=click.Choice(list(GAMES)), default="verraeter", show_default=True)
@click.option("--time-zone", default="Europe/Berlin", show_default=True, help="In which deadlines are.")
@click.option("--deadline", default="2030-01-31 23:59", show_default=True, help="Of the first assignment.")
def init(folder: Path, game: str, time_zone: str, deadline: str) -> None:
    """Make the FOLDER of a course."""
    made = found_course(folder, game, time_zone, deadline)
    click.echo(printable(f"made {folder}: {', '.join(made)}"))
    click.echo("next: change course.toml, then arena course roster import FILE.csv")


@course.group(cls=_Commands)
def roster() -> None:
    """Who is in the course."""


@roster.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@HERE
def import_roster(file: Path, folder: Path) -> None:
    """Take the students of a CSV file into the roster, each with an alias.

    FILE has the columns id, name, email, group, handle; or it comes from Moodle or GitHub Classroom. Whoever is in the
    roster already keeps the alias, and what the file does not say.
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


@course.command()
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


@course.command()
@click.argument("assignment")
@LADDER
@HERE
def collect(assignment: str, ladder_folder: Path, folder: Path) -> None:
    """Take what was handed in to a ladder.

    It comes to lie in downloads/ASSIGNMENT, with the server's receipts. A hand-in is for the assignment that its
    bot.toml names as version, else for the one whose deadline was the next. Run it as often as you like.
    """
    with changing(folder) as opened, opened_ladder(ladder_folder) as ladder:
        found = collect_hand_ins(opened, ladder, assignment)
    for file in found.new:
        click.echo(printable(one_line(file)))
    for sentence in found.told:
        tell(printable(one_line(sentence)))
    tell(f"{len(found.new)} new, {found.there} were there: arena course status {assignment}")


@course.command()
@click.argument("assignment")
@click.argument("student")
@click.argument("until")
@click.option("--reason", default="", help="Kept in extensions.csv.")
@HERE
def extend(assignment: str, student: str, until: str, reason: str, folder: Path) -> None:
    """Give STUDENT time until a moment.

    UNTIL is a time by the clock of the course, as "2026-03-05 23:59". What one of a group is given, the group has.
    """
    with changing(folder) as opened:
        click.echo(printable(give_time(opened, assignment, student, until, reason)))
    if Lock.read(opened, assignment):
        tell(f"it is closed already: arena course close {assignment}, and grades again")


@course.command()
@click.argument("assignment")
@HERE
def status(assignment: str, folder: Path) -> None:
    """Show what was handed in, and what would count.

    Nothing is tried: what nobody has tried yet passes for valid. Hand-ins with the very same files are named.
    """
    opened = Course.open(folder)
    found = status_rows(opened, opened.plan.assignment(assignment))
    show_sheet(Sheet(("id", "alias", "deadline", "hand-in", "received", "by", "status"), found.rows))
    click.echo(printable(f"\n{found.sentence}"))
    tell_found(opened, assignment, found.found)
    for sentence in (*found.notes, *found.alike):
        tell(sentence)


@course.command()
@click.argument("assignment")
@click.option("--early", is_flag=True, help="Even while somebody has time left.")
@HERE
def close(assignment: str, *, early: bool, folder: Path) -> None:
    """Lock what counts, and found the final.

    The last valid hand-in counts that the late rule takes. It is valid when its bot is built, starts, and passes the
    first steps of `arena check`. Prints the commitment to be published: it is in public/ too. Run it again after
    somebody was given time.
    """
    with changing(folder) as opened:
        sandbox = proved(opened.plan.keys.sandbox)
        tell(f"sandbox: {sandbox.sentence()}")
        box = box_at(sandbox.level, opened.plan.keys.limits)
        closed = close_assignment(
            opened, opened.plan.assignment(assignment), box, tell, now=datetime.now(UTC), early=early
        )
    lock = closed.lock
    for author, choice in closed.choices.items():
        click.echo(printable(one_line(f"{author}: {counting(opened, lock, choice)}")))
    tell_found(opened, assignment, closed.found)
    click.echo(f"{len(lock.entered)} bots in {lock.league}{'' if closed.new_final else ', as before'}")
    click.echo(f"commitment: {lock.commitment}")
    if opened.plan.assignment(assignment).keys.rank and closed.too_few():
        tell("too few blocks to tell any two of so many bots apart, so all share the first rank: raise blocks_each")
    tell(f"publish what is in {opened.public(lock.league)}, then: arena course final {assignment}")


@course.command()
@click.argument("assignment")
@WORKERS
@HERE
def final(assignment: str, workers: int, folder: Path) -> None:
    """Play the final of an ASSIGNMENT that is closed.

    Interrupt it (Ctrl-C) to let the matches in flight end; the same command goes on. When all is played, the results
    go to public/.
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


@course.command()
@click.argument("assignment", required=False)
@HERE
def grades(assignment: str | None, folder: Path) -> None:
    """Write grades, of ASSIGNMENT or of all.

    In grades/ASSIGNMENT: grades.csv, moodle.csv, canvas.csv, gradescope.csv, and feedback/ID.md for each student.
    """
    with changing(folder) as opened:
        books = [grades_of(opened, opened.plan.assignment(assignment))] if assignment else _played(opened)
        written = [path for book in books for path in write_books(opened, book)]
        if not assignment:
            written.append(write_overview(opened, books))
    for book in books:
        tell_since(opened, book.lock)
    for path in written:
        click.echo(printable(str(path)))


@course.command()
@click.argument("assignment")
@click.argument("student")
@HERE
def explain(assignment: str, student: str, folder: Path) -> None:
    """Tell how a grade comes about, line by line."""
    opened = Course.open(folder)
    book = grades_of(opened, opened.plan.assignment(assignment))
    for line in explanation(opened.plan, book, book.of(opened.roster.student(student))):
        click.echo(printable(line))


@course.command()
@click.argument("assignment")
@click.option("--sources-only", is_flag=True, help="Start no bot: compare the sources alone.")
@HERE
def similarity(assignment: str, *, sources_only: bool, folder: Path) -> None:
    """Say which bots of a final are alike.

    What `arena similarity` says of the hand-ins that count, under their aliases: hints, and never points.
    """
    opened = Course.open(folder)
    lock = demand_lock(opened, assignment)
    bots = {one.alias: lock.final(opened) / one.manifest for one in lock.entered}
    if len(bots) < FEWEST:
        raise ArenaError(
            "too-few-bots",
            f"{len(bots)} bots of the class are in the final of {assignment}",
            "two are needed to be alike; arena course status tells what was handed in",
        )
    show_alike(bots, None if sources_only else str(opened.plan.keys.sandbox))


@course.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--public", is_flag=True, help="Only what students may see.")
@HERE
def archive(file: Path, *, public: bool, folder: Path) -> None:
    """Pack the course into a FILE.tar.gz.

    All of it, but the key of the aliases, and what is kept of tried hand-ins.
    """
    with changing(folder) as opened:
        count = write_archive(opened, file, public=public)
    click.echo(printable(f"{file}: {count} files"))


@course.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--students", type=click.IntRange(3, 160), default=40, show_default=True)
@click.option("--weeks", type=click.IntRange(1, 20), default=4, show_default=True, help="An assignment each.")
@click.option("--blocks-each", type=click.IntRange(6, 100), default=20, show_default=True, help="Of a bot in a final.")
@click.option(
    "--sandbox", type=click.Choice([str(level) for level in LEVELS]), default=str(Level.NONE), show_default=True
)
@WORKERS
def rehearse(folder: Path, *, students: int, weeks: int, blocks_each: int, sandbox: str, workers: int) -> None:
    """Run a course with invented students.

    FOLDER is made for it. Some hand in late, some with an extension, some again, some what is broken, faulty or
    copied, some nothing. Each bot takes a process in each worker.
    """
    with ProgressLine() as line:
        scale = Scale(students, weeks, blocks_each, workers)
        found = rehearse_course(folder, scale, sandbox, LeagueTeller(line), tell)
    rows = []
    for book in found.books:
        for one in book.graded:
            grade, story = one.grade, found.stories[one.author, book.assignment.name]
            points = (f"{grade.earned()}", f"{-grade.late_off}", f"{grade.total()}")
            rows.append((one.author, book.assignment.name, story.name, *points))
    show_sheet(Sheet(("id", "assignment", "story", "earned", "late", "points"), tuple(rows)))
    click.echo(f"\n{found.published} files may be published; none says who anybody is")
    tell(f"look around in {folder}: arena course explain week1 {found.books[0].graded[0].author} --course {folder}")


def _played(opened: Course) -> list[Book]:
    """The grades of all assignments whose finals were played; raises ArenaError if there are none."""
    found = []
    for one in opened.plan.assignments:
        try:
            found.append(grades_of(opened, one))
        except ArenaError as error:
            if error.code not in ("not-closed", "not-played", "close-again"):
                raise
            tell(error.message)
    if not found:
        raise ArenaError("not-played", "no final is played yet", "arena course close ASSIGNMENT, then final")
    return found
