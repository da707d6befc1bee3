"""Writes standings as CSV, JSON and Markdown, with strangers' text escaped.

The Markdown table leaves out thinking times, because they differ from run to run.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.text import csv_cell, json_text, markdown_cell
from leaderboards.reports.folder import ENDINGS
from leaderboards.reports.standings import Line, Standings
from leaderboards.reports.strength_tables import STRENGTH_HEADINGS, always, finite, notes, strength_cells, to_values

BEFORE_RESULTS: Final = ("rank", "bot", "version", *STRENGTH_HEADINGS, "TrueSkill", "matches")
RESULTS: Final = ("won", "drawn", "lost")
"""The headings of the columns of results, which exist only in a league with two seats."""
BEHIND_RESULTS: Final = ("mean score", "win share", "faults")
LEFT: Final = ("bot", "version", "tier", "faults")
"""The columns that contain words, and so are aligned to the left."""


def headings(standings: Standings) -> tuple[str, ...]:
    """Returns the headings of the columns in the table for people."""
    results = RESULTS if any(line.results for line in standings.lines) else ()
    return (*BEFORE_RESULTS, *results, *BEHIND_RESULTS)


def cells(line: Line) -> tuple[str, ...]:
    """Returns the cells of a bot's line in the table for people, in the order of the headings."""
    return (
        str(line.rank),
        f"{line.bot} (left)" if line.left else line.bot,
        line.version,
        *strength_cells(line.strength, line.tier),
        f"{line.rating.mu:.2f}",
        str(line.matches),
        *map(str, line.results or ()),
        f"{line.mean_score:.2f}",
        f"{100 * line.win_share:.1f} %",
        faults_text(line),
    )


def faults_text(line: Line) -> str:
    """Returns a line's faults as text such as `2 timeout, 1 disconnect`, or `-` if there are no faults."""
    return ", ".join(f"{count} {kind}" for kind, count in line.faults.items()) or "-"


def to_markdown(standings: Standings) -> str:
    """Returns the standings as a Markdown table with sentences below it."""
    table = markdown_table(headings(standings), [cells(line) for line in standings.lines])
    seats = ", ".join(f"{score:.2f}" for score in standings.seat_scores)
    sentences = [f"{standings.sentence()}; mean score by seat: {seats}", *map(markdown_cell, strength_notes(standings))]
    return "\n\n".join((table, *sentences)) + "\n"


def strength_notes(standings: Standings) -> list[str]:
    """Returns the sentences to show below a table with strengths; empty if there is no analysis."""
    return notes(standings.analysis) if standings.analysis else []


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a Markdown table, without a line break at its end."""
    lines = [map(markdown_cell, headings), ["---"] * len(headings), *(map(markdown_cell, row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def to_csv(standings: Standings) -> str:
    """Returns the standings as comma-separated values with all digits, under a line of headings; an empty text if there
    are no bots.
    """
    rows = [
        csv_row(_record(line, standings)) | {"faults": faults_text(line), "league": standings.sentence()}
        for line in standings.lines
    ]
    return csv_text([*rows[0]], rows) if rows else ""


def csv_row(values: Mapping[str, object]) -> dict[str, object]:
    """Returns the same values with their text escaped, so that spreadsheets do not read a text as a formula."""
    return {key: csv_cell(value) if isinstance(value, str) else value for key, value in values.items()}


def csv_text(headings: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Returns rows as comma-separated values under a line of headings."""
    text = io.StringIO()
    writer = csv.DictWriter(text, headings, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def to_json(standings: Standings) -> str:
    """Returns the whole standings as JSON, with all digits."""
    extent = standings.extent
    values = {
        "league": standings.sentence(),
        "matches": standings.matches,
        **({} if standings.different is None else {"different": standings.different}),
        "further": standings.further,
        "of": (extent.matches or None) if extent else None,
        "finished": extent.finished(standings.matches) if extent else None,
        "until": (extent.until or None) if extent else None,
        "until_reached": extent.reached if extent and extent.until else None,
        "seat_scores": standings.seat_scores,
        "standings": [_json_record(line, standings) for line in standings.lines],
    } | (to_values(standings.analysis) if standings.analysis else {})
    return json_text(values, indent=2) + "\n"


FORMATS: Final[dict[str, Callable[[Standings], str]]] = dict(zip(ENDINGS, (to_markdown, to_csv, to_json), strict=True))
"""The function that writes each format, by file extension."""


def standings_files(standings: Standings) -> dict[str, str]:
    """Returns the texts of `standings.md`, `standings.csv` and `standings.json`."""
    return {f"standings.{ending}": to_text(standings) for ending, to_text in FORMATS.items()}


def write_standings(standings: Standings, folder: Path) -> None:
    """Writes the standings files; at any moment each file is complete, with either the old or the new text.

    Raises ArenaError [store-failed] if the files cannot be written.
    """
    try:
        write_whole({folder / name: text for name, text in standings_files(standings).items()})
    except ArenaError as error:
        hint = "free space on the disk and run the same command again, or print the stored results with arena standings"
        raise ArenaError("store-failed", error.message, hint) from error


def _record(line: Line, standings: Standings) -> dict[str, object]:
    """Returns all values of a line, by key.

    The keys RESULTS are absent if the line has no results. The key `different` (how many of the bot's matches count) is
    absent if all matches of the league count.
    """
    return {
        "rank": line.rank,
        "bot": line.bot,
        "version": line.version,
        "elo": line.strength.elo if line.strength else None,
        "low": line.strength.low if line.strength else None,
        "high": line.strength.high if line.strength else None,
        "tier": line.tier,
        "mu": line.rating.mu,
        "sigma": line.rating.sigma,
        "matches": line.matches,
        **({} if standings.different is None else {"different": line.different}),
        **dict(zip(RESULTS, line.results or (), strict=False)),
        "mean_score": line.mean_score,
        "win_share": line.win_share,
        "thinking_ms": line.thinking_ms,
        "p50_ms": line.p50_ms,
        "p90_ms": line.p90_ms,
        "p99_ms": line.p99_ms,
        "slowest_ms": line.slowest_ms,
        "cpu_s": line.cpu_s,
        "peak_mb": line.peak_mb,
        "faults": line.faults,
        "last_fault": line.last_fault,
        "left": line.left,
    }


def _json_record(line: Line, standings: Standings) -> dict[str, object]:
    """Returns the values of a line for JSON, where null replaces infinite numbers.

    `always` is `ahead` or `behind` for an infinite strength, and null for any other. The key is absent if the line has
    no strength.
    """
    if not line.strength:
        return _record(line, standings)
    ends = {"elo": line.strength.elo, "low": line.strength.low, "high": line.strength.high}
    told = {key: finite(value) for key, value in ends.items()}
    return _record(line, standings) | told | {"always": always(line.strength.elo)}
