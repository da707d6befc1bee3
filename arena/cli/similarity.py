"""`arena similarity`: which bots are alike, as hints for who then looks."""

from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

import click

from arena.cli.completion import complete_bots
from arena.cli.show import tell
from arena.errors import ArenaError
from arena.similarity.exports import FORMS, export
from arena.similarity.report import Report
from arena.similarity.sources.comparing import AlikeSources, compare_sources
from arena.similarity.sources.passages import Lines
from arena.similarity.subjects import Subject, locate, names_of, read_subject
from arena.text import json_text, one_line, printable

FEWEST: Final = 2
MOST_SHOWN: Final = 3
"""Passages of a pair."""
MOST_LINES: Final = 12
"""Of the longest, side by side."""
COLUMN: Final = 56
"""Letters of a line."""


@click.command()
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@click.option(
    "--template",
    "templates",
    metavar="BOT",
    multiple=True,
    shell_complete=complete_bots,
    help="What all were given, as a bot's folder; give it again for more.",
)
@click.option(
    "--export",
    "exported",
    type=(click.Choice(list(FORMS)), click.Path(file_okay=False, path_type=Path)),
    metavar="FORM FOLDER",
    help=f"Only write the sources for another program, {' or '.join(FORMS)}, into a new folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all that was found as JSON.")
def similarity(
    bots: tuple[str, ...], templates: tuple[str, ...], exported: tuple[str, Path] | None, as_json: bool
) -> None:
    """Say which of BOTS are alike.

    BOTS are folders, paths of manifests or names of house bots. Compared are their sources, without what stands in
    starters, kits and templates. What is found are hints: somebody has to look. Exit status: 0, whatever is found.
    """
    subjects = _read(bots)
    template = [source for subject in _read(templates) for source in subject.files]
    if exported:
        form, folder = exported
        click.echo(printable(export(form, folder, subjects, template)))
        return
    if len(subjects) < FEWEST:
        raise ArenaError("too-few-bots", f"{bots[0]} is one bot", "name at least two; FOLDER/* names all in a folder")
    files = {subject.name: subject.files for subject in subjects}
    report = Report(tuple(subjects), tuple(compare_sources(files, template)))
    if as_json:
        click.echo(json_text(report.values(), indent=2))
    else:
        _show(report)


def _read(references: tuple[str, ...]) -> list[Subject]:
    folders = [locate(reference) for reference in references]
    return [read_subject(name, folder) for name, folder in zip(names_of(folders), folders, strict=True)]


def _show(report: Report) -> None:
    for subject in report.subjects:
        for note in subject.notes:
            tell(f"{subject.name}: {note}")
    hints = [pair for pair in report.sources if pair.hint]
    named = {subject.name: subject for subject in report.subjects}
    for pair in hints:
        _show_sources(pair, named[pair.one], named[pair.other])
    pairs = len(named) * (len(named) - 1) // 2
    click.echo(f"{len(hints)} of {pairs} pairs have sources alike; a hint is no proof: look at both")


def _show_sources(pair: AlikeSources, one: Subject, other: Subject) -> None:
    share = f"{100 * pair.share:.0f} % of fingerprints shared ({pair.shared})"
    click.echo(printable(f"{pair.one} and {pair.other}: {share}"))
    for passage in pair.passages[:MOST_SHOWN]:
        click.echo(printable(f"   {passage.tokens} tokens: {_lines(passage.one)} = {_lines(passage.other)}"))
    if (more := len(pair.passages) - MOST_SHOWN) > 0:
        click.echo(f"   and {more} more passages (--json has them)")
    longest = pair.passages[0]
    sides = zip_longest(one.excerpt(longest.one), other.excerpt(longest.other), fillvalue="")
    for left, right in islice(sides, MOST_LINES):
        click.echo(f"   {_cut(left):<{COLUMN}} | {_cut(right)}".rstrip())


def _cut(line: str) -> str:
    return one_line(line.expandtabs(4))[:COLUMN]


def _lines(lines: Lines) -> str:
    return f"{lines.file}:{lines.first}-{lines.last}"
