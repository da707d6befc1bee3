"""Finds or installs the Python versions that the arena supports.

Rule 1: if this machine has a Python of a version, this Python is used.
Rule 2: otherwise, a version in SUITES is installed with Debian's packages into a folder, and its programs run in a
sandbox that shows this folder as the whole system. This needs root, mmdebstrap and bwrap.
Rule 3: a version that rules 1 and 2 do not provide is not found.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.installed import HOME

VERSIONS: Final = ("3.11", "3.12", "3.13", "3.14")
PLACES: Final = (
    "/usr/bin",
    "/usr/local/bin",
    "~/.pyenv/versions/{}.*/bin",
    "~/.local/share/uv/python/cpython-{}.*/bin",
)
SUITES: Final = {"3.13": "trixie", "3.14": "sid"}
"""For each version of Python, the suite of Debian that contains this version."""
PACKAGES: Final = ("bubblewrap", "ca-certificates", "gcc", "libc6-dev", "python{}-dev", "python{}-venv")
CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"


class Python(NamedTuple):
    """A Python of one version, installed on this machine or in a folder that looks like a whole system."""

    program: str
    system: Path | None = None
    """The folder that programs of this Python see as the whole system; None if they see the files of this machine."""

    def words(self, command: Sequence[str | Path], shared: Path) -> tuple[str | Path, ...]:
        """Returns the command line that runs a command with this Python. The command finds the folder `shared` at the
        same path as this process does.
        """
        if self.system is None:
            return tuple(command)
        seen = ("--bind", self.system, "/", "--proc", "/proc", "--dev", "/dev", "--bind", shared, shared)
        return ("bwrap", "--die-with-parent", *seen, *command)


def found(version: str) -> Python | None:
    """Returns a Python of this version that can create environments; None if this machine has no such Python and cannot
    install one.
    """
    for place in PLACES:
        home, _, rest = (
            place.format(version).partition("/") if place[0] == "~" else ("/", "", place[1:].format(version))
        )
        for folder in sorted(Path(home).expanduser().glob(rest)):
            python = folder / f"python{version}"
            if python.exists() and not subprocess.run((python, "-c", "import ensurepip, zlib"), check=False).returncode:
                return Python(str(python))
    if version in SUITES and os.geteuid() == 0 and all(map(shutil.which, ("mmdebstrap", "bwrap"))):
        return Python(f"/usr/bin/python{version}", system(version))
    return None


@cache
def system(version: str) -> Path:
    """Installs a minimal Debian with this version of Python into a folder, unless an earlier test run did, and returns
    the folder.
    """
    folder = HOME / f"python-{version}"
    if not folder.exists():
        HOME.mkdir(mode=0o755, exist_ok=True)
        being_made = HOME / f"python-{version}-{os.getpid()}"
        packages = ",".join(PACKAGES).format(version, version)
        options = ("--quiet", "--mode=root", "--variant=minbase", f"--include={packages}")
        # lets apt use the index of an old mirror; sid's index is valid for a few days only
        old = "--aptopt=Acquire::Check-Valid-Until false"
        subprocess.run(("mmdebstrap", *options, old, SUITES[version], being_made), check=True)
        shutil.copy(os.environ.get("PIP_CERT", CERTIFICATES), being_made / CERTIFICATES[1:])
        being_made.rename(folder)
    return folder
