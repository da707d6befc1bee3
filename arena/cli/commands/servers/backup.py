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

    FOLDER is the folder that is given to `arena serve` with --ladder. OUT is the path of a new file, or an existing
    folder; in a folder, the file is called ladder-TIME.tar, with the present time in UTC. The file is a tar archive; it
    appears when it is complete, and no existing file is replaced.

    The ladder's server may keep running. Challenges (matches against one rival, which authors request) are not backed
    up, because authors can request them again.

    Each submitted bot is stored as an archive. If archives are missing or damaged, the command lists them, and backs up
    everything else. Exit status: 0 if no archive is missing or damaged, else 1.

    A ladder with a PostgreSQL database cannot be backed up with this command. Stop the ladder's server, `arena serve`,
    but not PostgreSQL. Then copy the database with pg_dump, and FOLDER with tar.

    To restore a ladder from the file OUT into a new folder: arena restore OUT FOLDER
    """
    made = back_up(folder, out)
    click.echo(printable(f"{made.path}: {made.files} files, {made.size} bytes"))
    for digest in made.lacking:
        tell(f"archive {digest} is missing, or is not what was handed in")
    if made.lacking:
        raise click.exceptions.Exit(1)
