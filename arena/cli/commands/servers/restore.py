"""`arena restore`: restores a ladder from a backup."""

from pathlib import Path

import click

from arena.ladder.backups.restore import restore as restored
from arena.text import printable


@click.command()
@click.argument("backup", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.argument("folder", type=click.Path(path_type=Path))
def restore(backup: Path, folder: Path) -> None:
    """Restore a ladder into FOLDER from the file BACKUP.

    BACKUP is a file that `arena backup` wrote. FOLDER must be new or empty. Every file is checked against its checksum
    first; if anything is wrong, FOLDER is not changed. Checksums show that a backup is complete, but not who made it,
    so restore only your own backups.

    To run the restored ladder: arena serve --ladder FOLDER
    """
    count = restored(backup, folder)
    click.echo(printable(f"{folder}: {count} files"))
