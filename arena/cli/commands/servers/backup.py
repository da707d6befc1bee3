"""`arena backup`: writes all data of a ladder to one file."""

from pathlib import Path

import click

from arena.cli.terminal.messages import tell
from arena.ladder.backups.backup import back_up
from arena.text import printable


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def backup(folder: Path, out: Path) -> None:
    """Back up the ladder in FOLDER to the file OUT.

    The server may keep running. The file is a tar archive; it appears when it is complete, and no existing file is
    replaced. If OUT is a folder, the file is named after the time. To restore the ladder from the file, use arena
    restore. Exit status: 1 if archives of submitted bots were missing; the missing archives are listed, and everything
    else is in the backup; else 0.
    """
    made = back_up(folder, out)
    click.echo(printable(f"{made.path}: {made.files} files, {made.size} bytes"))
    for digest in made.lacking:
        tell(f"archive {digest} is missing, or is not what was handed in")
    if made.lacking:
        raise click.exceptions.Exit(1)
