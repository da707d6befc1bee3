"""Runs `make lint` in every language of bots/ that has one, and names those whose tools are not installed."""

import subprocess
import sys
from pathlib import Path

from arena.league.manifest import house_bots, read_manifest


def main() -> int:
    """The exit status: that of the first that complains."""
    status = 0
    for makefile in sorted(house_bots().glob("*/Makefile")):
        folder = makefile.parent
        missing = read_manifest(folder / "random" / "bot.toml").missing()
        if missing:
            print(f"bots/{folder.name}: not linted, because it needs {' and '.join(missing)}")
            continue
        status = status or subprocess.run(("make", "--silent", "-C", str(folder), "lint"), check=False).returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
