"""`arena site`: writes the pages of results as files."""

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from arena.cli.options.completion import complete_results
from arena.cli.options.game import game_files_option
from arena.cli.options.one_of import OneOf
from arena.cli.terminal.messages import tell
from leaderboards.pages.texts import DEFAULT, languages


@click.command()
@click.argument("results", nargs=-1, required=True, shell_complete=complete_results)
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--language", type=OneOf(languages()), default=DEFAULT, show_default=True, help="Language of the pages.")
@click.option(
    "--match",
    type=click.IntRange(0),
    metavar="N",
    help="Write only one page, that of match N, as one HTML file; N is the match's number in the league's schedule, "
    "from 0.",
)
@game_files_option
def site(results: tuple[str, ...], out: Path, language: str, match: int | None) -> None:
    """Write the pages of leagues as files for any web server.

    RESULTS are the results of one or more leagues. Each is a results file (league.db), the folder of this file, such as
    results/house, or URL#LEAGUE, which is the URL of a database, # and the league's name. For a league under way,
    the pages show only the matches before the first deal that is not complete; a deal is complete when all its matches
    are stored. The same results give the same files, byte for byte.

    OUT is the path of a folder that does not exist yet, is empty, or was written by this command before; files from an
    earlier run are replaced.

    With --match, RESULTS must be those of one league, and OUT is the path of one HTML file, which a browser can open
    without a server. OUT must not exist yet, or must be a file that this command wrote before with --match.
    """
    from leaderboards.pages.files.single import write_match  # noqa: PLC0415  # templates take a moment to load
    from leaderboards.pages.files.site import write_site  # noqa: PLC0415

    if match is not None:
        write_match(results, match, out, language)
        tell(f"{out} opens in any browser")
        return
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("pages")
        pages = write_site(
            results, out, language, lambda done, total: progress.update(task, completed=done, total=total)
        )
    tell(f"{pages} pages in {out}; begin with {out / 'index.html'}")
