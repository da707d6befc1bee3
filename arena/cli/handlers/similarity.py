"""`arena similarity`: finds bots that are alike."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

import click

from arena.cli.confinement import box_at
from arena.cli.terminal.interrupts import run_interruptibly
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.league.schedules.contract import counted
from arena.sandbox.box import Box
from arena.similarity.choices.agreement import LEAST_EXCESS, AlikeChoices
from arena.similarity.choices.choice_comparison import build_bots, compare_bots
from arena.similarity.exports import export
from arena.similarity.report import Report
from arena.similarity.sources.passages import Lines
from arena.similarity.sources.source_comparison import AlikeSources, LeftOut, compare_sources
from arena.similarity.sources.source_files import Source
from arena.similarity.subjects import Subject, locate, names_of, read_sources_alone, read_subject
from arena.text import json_text, one_line, printable

FEWEST: Final = 2
MOST_NAMED: Final = 3
"""The maximum number of left-out files that a line names; the other files are only counted."""
MOST_SHOWN: Final = 3
"""The maximum number of similar passages that are shown for a pair of bots."""
MOST_LINES: Final = 12
"""The maximum number of lines that are shown of the longest similar passage, which is printed from both bots."""
COLUMN: Final = 56
"""The maximum number of letters that are shown of each line in a passage."""


def similarity(
    bots: tuple[str, ...],
    templates: tuple[str, ...],
    exported: tuple[str, Path] | None,
    *,
    sources_only: bool,
    sandbox: str,
    as_json: bool,
) -> None:
    """Prints which bots are alike or, if `exported` gives a format and a folder, exports the bots' sources for another
    program.
    """
    subjects = _read(bots)
    if len(subjects) < FEWEST and not exported:
        raise ArenaError(
            "too-few-bots",
            f"a comparison needs at least two bots, but only one was named: {bots[0]}",
            "name two or more bots; write FOLDER/* to name all bots in a folder",
        )
    template = [source for subject in _read(templates) for source in subject.files]
    if exported:
        form, folder = exported
        click.echo(printable(export(form, folder, subjects, template)))
        return
    report = _compared(subjects, template, None if sources_only else sandbox)
    if as_json:
        click.echo(json_text(report.values(), indent=2))
    else:
        _show(report)


def show_alike(bots: Mapping[str, Path], earlier: Mapping[str, Path], sandbox: str | None) -> None:
    """Prints which bots are alike, by their sources and their choices.

    `bots`: the folders of the bots, by name.

    `earlier`: the folders of additional bots, by name. Their sources are compared with the sources of `bots`; their
    choices are not compared.

    `sandbox`: the level at which bots are confined. None means that no bot is started, so that only sources are
    compared.
    """
    before = [read_sources_alone(name, folder) for name, folder in earlier.items()]
    _show(_compared([read_subject(name, folder) for name, folder in bots.items()], [], sandbox, before))


def _compared(
    subjects: Sequence[Subject], template: Sequence[Source], sandbox: str | None, earlier: Sequence[Subject] = ()
) -> Report:
    these, those = ({subject.name: subject.files for subject in group} for group in (subjects, earlier))
    found = compare_sources(these, template, those)
    report = Report(tuple(subjects), tuple(found.pairs), earlier=tuple(earlier), left_out=found.left_out)
    return report if sandbox is None else _with_choices(report, box_at(sandbox))


def _with_choices(report: Report, box: Box) -> Report:
    known = {subject.name: subject.bot for subject in report.subjects if subject.bot}
    compared = run_interruptibly(compare_bots(build_bots(known, box, tell), box, tell))
    subjects = [
        replace(subject, notes=(*subject.notes, *compared.notes.get(subject.name, ()))) for subject in report.subjects
    ]
    return replace(report, subjects=subjects, choices=compared.pairs)


def _read(references: tuple[str, ...]) -> list[Subject]:
    folders = [locate(reference) for reference in references]
    return [read_subject(name, folder) for name, folder in zip(names_of(folders), folders, strict=True)]


def _show(report: Report) -> None:
    named = {subject.name: subject for subject in (*report.subjects, *report.earlier)}
    for subject in named.values():
        for note in subject.notes:
            tell(f"{subject.name}: {note}")
    for pair in report.sources:
        if pair.hint:
            _show_sources(pair, named[pair.one], named[pair.other])
    for choices in report.choices:
        if choices.low >= LEAST_EXCESS:
            _show_choices(choices)
    for one in report.left_out:
        tell(_not_compared(one))
    sources = sum(pair.hint for pair in report.sources)
    chosen = len({(pair.one, pair.other) for pair in report.choices if pair.hint})
    also = f", {chosen} that choose alike" if report.choices else ""
    bots = len(report.subjects)
    pairs = bots * (bots - 1) // 2 + bots * len(report.earlier)
    click.echo(
        f"{counted(pairs, 'pair')}: {sources} with sources alike{also}; similarity is no proof of copying: read both "
        "bots of each pair"
    )


def _not_compared(one: LeftOut) -> str:
    """Returns a line that says which files were left out of the comparison, and why."""
    more = f" and {len(one.files) - MOST_NAMED} more" if len(one.files) > MOST_NAMED else ""
    names = one_line(f"{', '.join(one.files[:MOST_NAMED])}{more}")
    count = f"{counted(one.fingerprints, 'fingerprint')} " if one.fingerprints else ""
    return f"not compared, because {one.why}: {count}in {names}, of {counted(one.bots, 'bot')}"


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


def _show_choices(pair: AlikeChoices) -> None:
    beyond = f"{100 * pair.excess:.0f} % of what could be (95 % interval {100 * pair.low:.0f} to {100 * pair.high:.0f})"
    click.echo(
        printable(
            f"{pair.one} and {pair.other} choose alike in {pair.game}: at {pair.agreed} of {pair.positions} positions, "
            f"where {pair.expected * pair.positions:.0f} are to be expected; beyond that {beyond}"
        )
    )
    if pair.as_house:
        click.echo(f"   not counted: both choose as the house bot {pair.as_house[0]} does")


def _cut(line: str) -> str:
    return one_line(line.expandtabs(4))[:COLUMN]


def _lines(lines: Lines) -> str:
    return f"{lines.file}:{lines.first}-{lines.last}"
