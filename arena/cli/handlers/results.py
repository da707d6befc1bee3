"""`arena results`: prints matches of a league as rows."""

from collections.abc import Iterable
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Final

import click

from arena.cli.terminal.streams import output_is_heard
from arena.errors import ArenaError
from arena.files.whole import making
from leaderboards.reports.match_rows import ROW_FORMATS, match_rows
from leaderboards.store import Store

SQLITE: Final = b"SQLite format 3\0"
"""The first bytes of every results file, because a results file is an SQLite database."""


def results(db: str, ending: str, output: Path | None) -> None:
    """Prints a row for each match of a league, or writes the rows to the file `output`."""
    if output:
        _demand_place(output)
    with closing(Store.open(db)) as store:
        lines = ROW_FORMATS[ending](match_rows(store), int(str(store.identity()["seats"])))
        if output:
            _write(lines, output)
            return
        for line in takewhile(lambda _: output_is_heard(), lines):
            click.echo(line, nl=False)


def _write(lines: Iterable[str], output: Path) -> None:
    try:
        with making(output) as draft, draft.open("x", encoding="utf-8", newline="") as file:
            file.writelines(lines)
    except OSError as error:
        raise ArenaError(
            "not-written",
            f"--output {output} cannot be written: {error.strerror}; if the file existed, its old content is unchanged",
            f"free space on the disk, or check that you may write to the folder {output.parent}",
        ) from error


def _demand_place(output: Path) -> None:
    """Raises ArenaError [not-written] if `output` is a folder or a database, because rows must not replace either."""
    if not output.exists():
        return
    if not output.is_file():
        raise ArenaError(
            "not-written",
            f"--output {output} is not a file",
            "give --output the path of a file, for example results.csv",
        )
    with output.open("rb") as file:
        if file.read(len(SQLITE)) == SQLITE:
            raise ArenaError(
                "not-written",
                f"--output {output} is a database, which the exported results would replace",
                "give --output another file, for example results.csv",
            )
