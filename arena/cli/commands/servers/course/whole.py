"""Commands for whole courses: create, archive and rehearse."""

from pathlib import Path

import click

from arena.cli.commands.servers.course.options import HERE, WORKERS
from arena.cli.handlers.run_league import LeagueTeller
from arena.cli.options.game import GAME_HELP, GameChoice
from arena.cli.options.one_of import OneOf
from arena.cli.terminal.messages import tell
from arena.cli.terminal.progress import ProgressLine
from arena.cli.terminal.sheets import show_sheet
from arena.course.archiving import archive as write_archive
from arena.course.folder import changing
from arena.course.new_course import found_course
from arena.course.rehearsal.invented_course import Scale
from arena.course.rehearsal.rehearsal import rehearse as rehearse_course
from arena.games.registry import DEFAULT_GAME
from arena.sandbox.levels import LEVELS, Level
from arena.text import printable
from leaderboards.reports.sheets import Sheet


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", type=GameChoice(), default=DEFAULT_GAME, show_default=True, help=GAME_HELP)
@click.option(
    "--time-zone",
    default="Europe/Berlin",
    show_default=True,
    help="Time zone of all deadlines, a name such as America/New_York.",
)
@click.option(
    "--deadline",
    default="2030-01-31 23:59",
    show_default=True,
    help="Deadline of the first assignment, in the time zone of --time-zone and in quotation marks, such as "
    '"2026-03-05 23:59".',
)
def init(folder: Path, game: str, time_zone: str, deadline: str) -> None:
    """Create the FOLDER of a course.

    FOLDER must be new or empty. The course gets the name of the folder: at most 24 characters, which are letters (A to
    Z, a to z), digits, - and _. The first must be a letter or digit.

    The file course.toml in FOLDER has the settings of the course, with one assignment, week1, as an example. Change the
    settings as you like. Then go to FOLDER, and add the students there: arena course roster import FILE.csv
    """
    made = found_course(folder, game, time_zone, deadline)
    click.echo(printable(f"made {folder}: {', '.join(made)}"))
    click.echo("next: change course.toml, then arena course roster import FILE.csv")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--public", is_flag=True, help="Pack only the folder public/, whose files all students may see.")
@HERE
def archive(file: Path, *, public: bool, folder: Path) -> None:
    """Pack the course into FILE, a tar.gz archive.

    FILE is a path such as course.tar.gz; write the ending yourself. An existing FILE is replaced.

    Without --public, the archive has the whole folder of the course except secret.key (the key of the aliases),
    invitations.csv, and the folders checks/ (the cache of tried hand-ins) and standings/ (the matches of `arena course
    standings`). It contains names and grades: show it to no student.
    """
    with changing(folder) as opened:
        found = write_archive(opened, file, public=public)
    for sentence in found.told:
        tell(sentence)
    click.echo(printable(f"{file}: {found.files} files"))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--students", type=click.IntRange(3, 160), default=40, show_default=True, help="Number of invented students."
)
@click.option(
    "--weeks",
    type=click.IntRange(1, 20),
    default=4,
    show_default=True,
    help="Number of weeks, with one assignment each.",
)
@click.option(
    "--blocks-each",
    type=click.IntRange(6, 100),
    default=20,
    show_default=True,
    help="Least number of blocks that each bot plays in a final; a block is one deal, played from all seats.",
)
@click.option(
    "--sandbox",
    type=OneOf([str(level) for level in LEVELS]),
    default=str(Level.NONE),
    show_default=True,
    help="How strictly bots are confined; auto: the highest level that works on this machine; none: bots have all your "
    "rights, which is harmless here, because all bots of a rehearsal come from the arena itself. The command arena "
    "sandbox describes the levels.",
)
@WORKERS
def rehearse(folder: Path, *, students: int, weeks: int, blocks_each: int, sandbox: str, workers: int) -> None:
    """Run a whole course with invented students, as a rehearsal.

    FOLDER must be new or empty; the course is created in it. The name of FOLDER may have at most 24 characters:
    letters (A to Z, a to z), digits, - and _. The first must be a letter or digit.

    The command plays all weeks at once, from the hand-ins to the grades, and prints each student's points. You can then
    try the other subcommands of `arena course` in FOLDER.

    Some students hand in late, twice, as a group or not at all. Some get an extension, a few only after the assignment
    was closed. Some bots do not start, some make illegal choices, and some are copied.

    The course.toml of the rehearsal has the line recall = "process". With it, each worker (see --workers) runs only one
    process of each bot instead of several. This saves memory, but a bot that plays a deal again, from another seat, may
    remember the deal.
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
    click.echo(f"\n{found.published} files may be published; none reveals who anybody is")
    student = found.books[0].graded[0].student.id
    tell(f"see how a student is graded, in {folder}: arena course explain week1 {student} --course {folder}")
    tell(f"find similar bots: arena course similarity week1 --sources-only --course {folder}")
