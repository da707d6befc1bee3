"""Options that several course commands share."""

from pathlib import Path
from typing import Final

import click

from arena.system.processes.cores import available_cores

HERE: Final = click.option(
    "--course",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Folder of the course; default: the current folder.",
)
LADDER: Final = click.option(
    "--ladder",
    "ladder_folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder in which the ladder is stored.",
)
WORKERS: Final = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=available_cores,
    help="Number of processes that play matches at the same time; default: one for each processor.",
)
