"""`arena restore`: restores a ladder from a backup."""

from pathlib import Path

import click

from arena.ladder.backups.restore import restore as restored
from arena.text import printable


@click.command()
@click.argument("backup", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.argument("folder", type=click.Path(path_type=Path))
def restore(backup: Path, folder: Path) -> None:
    """Restore the ladder in FOLDER from the file BACKUP.

    FOLDER must be new or empty. Every file is checked against its checksum before anything is put in place. Checksums
    show that a backup is complete, but not who made it, so restore only your own backups. Continue with arena serve
    --ladder FOLDER.
    """
    count = restored(backup, folder)
    click.echo(printable(f"{folder}: {count} files"))
