"""`arena restore`: a backup becomes a ladder again."""

from pathlib import Path

import click

from arena.ladder.backups.restoring import restore as restored
from arena.text import printable


@click.command()
@click.argument("backup", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.argument("folder", type=click.Path(path_type=Path))
def restore(backup: Path, folder: Path) -> None:
    """Make the ladder in FOLDER of the file BACKUP.

    FOLDER is not there yet, or empty. Every file is compared with its sum before anything is put in place. The sums
    tell that a backup is whole, and not who made it: restore your own only. arena serve --ladder FOLDER goes on from
    there.
    """
    count = restored(backup, folder)
    click.echo(printable(f"{folder}: {count} files"))
