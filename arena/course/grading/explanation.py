"""Explains a grade line by line: the hand-ins, the one that counts, the results of the final, and the arithmetic."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arena.course.closing.counting import Choice
from arena.course.closing.lock import Locked
from arena.course.grading.arithmetic import Evidence, Grade, elo_text
from arena.course.grading.grading import Book, Graded
from arena.course.plan.plan import Plan
from arena.course.plan.times import said
from arena.league.schedules.contract import counted
from arena.text import markdown_cell, one_line
from leaderboards.store.witness import matches_named

MOST_FAILURES: Final = 10
WIDTH: Final = 8
"""The width, in characters, to which numbers of points are padded."""


def explanation(plan: Plan, book: Book, one: Graded) -> list[str]:
    """Returns the lines that explain a student's grade.

    The lines name other people only by alias, unless a name appears in a bot's output.
    """
    assignment, deadline = book.assignment, said(book.assignment.deadline, plan.zone)
    given = said(one.deadline, plan.zone)
    return [
        f"{plan.keys.name}, {assignment.name}: {one.grade.total()} of {one.grade.of} points",
        f"alias: {one.alias}",
        f"deadline: {deadline}; {assignment.late.sentence(plan.keys.late_days)}",
        *([f"extended deadline: {given}"] if given != deadline else []),
        "",
        "Handed in:",
        *handed_in(plan, book.lock.of(one.author), one.choice),
        "",
        "The final:",
        *_final(book, one.evidence),
        *_failures(one),
        "",
        "Points:",
        *_arithmetic(one.grade),
    ]


def page(lines: Sequence[str]) -> str:
    """A Markdown page made of lines: the first line becomes the title, and a line that ends in a colon becomes a
    heading.
    """
    heading, *others = lines
    body = []
    for line in others:
        if line.endswith(":") and not line.startswith(" "):
            body.append(f"## {markdown_cell(line[:-1])}")
        elif line.startswith("  "):
            body.append(f"    {one_line(line)}")
        else:
            body.append(markdown_cell(line))
    return f"# {markdown_cell(heading)}\n\n" + "\n".join(_spaced(body)) + "\n"


def summary(one: Graded) -> str:
    """The grade and its parts as one line of text, for a list's column of comments."""
    grade = one.grade
    told = [f"{part.name}: {part.points} of {part.of}" for part in grade.parts]
    told += [f"{grade.late_why}: {-grade.late_off}"] if grade.late_off else []
    told += [f"{grade.manual.name}: {grade.manual.points} ({grade.manual.why})"] if grade.manual else []
    return one_line(f"{grade.total()} of {grade.of}: {'; '.join(told)}")


def _spaced(lines: list[str]) -> Iterator[str]:
    """The lines with added empty lines around headings and paragraphs, as Markdown requires."""
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        yield line
        if line.startswith("## ") or (line and not line.startswith(" ") and after):
            yield ""


def handed_in(plan: Plan, hand_ins: Iterable[Locked], choice: Choice) -> Iterator[str]:
    """Lines about each of an author's hand-ins: its path, time of receipt, hash and verdict.

    If a hand-in does not work or could not be tested, its lines also give advice and the output of its bot or build.
    `choice` contains the verdicts.
    """
    places = {one.place: one for one in hand_ins}
    if not places:
        yield "  nothing"
    for fate in choice.fates:
        one = places[fate.place]
        received = said(one.receipt().received, plan.zone)
        yield f"  {one_line(fate.place)}, received {received} (by {one.by}), hash {one.content}"
        yield f"    {one_line(fate.sentence())}"
        if fate.why:
            if one.advice:
                yield f"    to do: {one_line(one.advice)}"
            yield from _output(one.output)


def _final(book: Book, evidence: Evidence | None) -> Iterator[str]:
    yield f"  {book.lock.league}, commitment {book.lock.commitment}"
    yield f"  seal {book.seal or '-: no records are published'}"
    if evidence is None:
        yield "  no bot of yours was in it"
        return
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(evidence.faults.items())) or "none"
    low, high = ("unknown" if end is None else f"{end:+}" for end in (evidence.low, evidence.high))
    yield f"  {evidence.matches} matches in {evidence.blocks} blocks; faults: {faults}"
    yield f"  strength {elo_text(evidence.elo)}, 95 % interval {low} to {high}; tier {evidence.tier}"


def _failures(one: Graded) -> Iterator[str]:
    """Lines about the failures of the author's bot in the final, with the bot's output."""
    if one.failures:
        yield from ("", "What went wrong:")
    for failure in one.failures[:MOST_FAILURES]:
        fault, others = failure.fault, failure.others()
        kind = fault.kind.name.lower().replace("_", " ")
        yield f"  match {failure.match.ordinal}, seat {fault.seat}, after {counted(fault.action_count, 'action')}"
        yield f"    {kind}: {one_line(fault.detail)}"
        if others:
            yield f"    the same in {matches_named(others)}"
        yield from _output(fault.output)
    if (more := len(one.failures) - MOST_FAILURES) > 0:
        yield f"  and {more} more"


def _output(text: str) -> Iterator[str]:
    yield from (f"    | {one_line(line)}" for line in text.splitlines())


def _arithmetic(grade: Grade) -> Iterator[str]:
    for part in grade.parts:
        yield f"  {part.points:{WIDTH}} of {part.of:<5} {part.name}: {part.why}"
    yield f"  {grade.earned():{WIDTH}} of {grade.computed():<5} together"
    yield f"  {-grade.late_off if grade.late_off else grade.late_off:{WIDTH}}          {grade.late_why}"
    if manual := grade.manual:
        of = f"of {manual.of:<5}" if manual.of else " " * 8
        yield f"  {manual.points:{WIDTH}} {of} {manual.name}: {manual.why}"
    yield f"  {grade.total():{WIDTH}} of {grade.of:<5} points"
