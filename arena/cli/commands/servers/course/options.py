"""What several commands of a course are asked."""

from pathlib import Path
from typing import Final

import click

from arena.system.processes.cores import available_cores

HERE: Final = click.option(
    "--course",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="The folder of the course; by default the one you are in.",
)
LADDER: Final = click.option(
    "--ladder",
    "ladder_folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Where the ladder is kept.",
)
WORKERS: Final = click.option(
    "--workers", type=click.IntRange(1, 256), default=available_cores, help="Arena processes."
)
