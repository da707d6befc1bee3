"""`arena backup`: all that a ladder keeps, as one file."""

from pathlib import Path

import click

from arena.cli.saying import tell
from arena.ladder.backups.making import back_up
from arena.text import printable


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def backup(folder: Path, out: Path) -> None:
    """Back up the ladder in FOLDER to the file OUT.

    It may be served meanwhile. The file is a tar, and there when it is whole; nothing is replaced. Where OUT is a
    folder, the file in it is called by the time. arena restore makes a ladder of it. Exit status: 1 if archives were
    missing, which are told; all else is in the backup then.
    """
    made = back_up(folder, out)
    click.echo(printable(f"{made.path}: {made.files} files, {made.size} bytes"))
    for digest in made.lacking:
        tell(f"missing, or not what was handed in: archive {digest}")
    if made.lacking:
        raise click.exceptions.Exit(1)
