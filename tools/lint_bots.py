"""Runs `make lint` in each folder of bots/ that has a Makefile.

It skips a folder if the folder's tests need not be run (see `tools/proofs.py`) or if tools are missing, and prints a
line about it. If ARENA_SKIP_NOTHING is set, missing tools are a failure.
"""

import os
import subprocess
import sys

import proofs

from arena.building.house import house_bots
from arena.building.manifest import read_manifest


def main() -> int:
    """Lints the bots of all languages; returns the exit status of the last failure, or 0 without failures."""
    status = 0
    for makefile in sorted(house_bots().glob("*/Makefile")):
        folder = makefile.parent
        if not proofs.due(folder.name):
            sys.stdout.write(f"bots/{folder.name}: not linted, because it rests on its proof\n")
            continue
        missing = read_manifest(folder / "random" / "bot.toml").missing()
        if missing:
            sys.stdout.write(f"bots/{folder.name}: not linted, because it needs {' and '.join(missing)}\n")
            status = 1 if os.environ.get("ARENA_SKIP_NOTHING") else status
            continue
        command = ("make", "--silent", "-C", str(folder), "lint")
        status = subprocess.run(command, check=False).returncode or status  # noqa: S603  # our own command and path
    return status


if __name__ == "__main__":
    sys.exit(main())
