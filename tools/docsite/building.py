"""Builds the site: stages the pages, makes the references, runs Zensical in strict mode, and checks the result."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from arena import __version__
from tools.docsite.checking import check
from tools.docsite.links import REFERENCE, SOURCES, Linker, copy_of
from tools.docsite.reference import REFERENCES
from tools.docsite.tree import DOCS, TREE, BuildError, loaded, pages

CONFIG: Final = "zensical.toml"
VERSION: Final = "VERSION"
"""The word in the configuration file that is replaced by the arena's version."""


def build(folder: Path) -> Path:
    """Builds the site in `folder`/site from pages that it first stages in `folder`/docs; returns the folder of the
    site.

    Raises BuildError if the site has faults.
    """
    staged, site = folder / "docs", folder / "site"
    for old in (staged, site):
        shutil.rmtree(old, ignore_errors=True)
    stage(staged)
    write(folder / CONFIG, (TREE / DOCS / CONFIG).read_text("utf-8").replace(VERSION, __version__))
    done = subprocess.run(  # noqa: S603  # our own Python and arguments
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", CONFIG],
        cwd=folder, env={"PATH": "", "NO_COLOR": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise BuildError(f"{done.stdout}\n{done.stderr}")
    if wrong := check(site, staged, folder / CONFIG):
        raise BuildError("\n".join(wrong))
    return site


def stage(staged: Path) -> None:
    """Writes all pages, and the files that they link to or load, to the folder `staged`."""
    linker = Linker(REFERENCES)
    for path, page in pages().items():
        write(staged / page, linker.page(path, (TREE / path).read_text("utf-8")))
    linker.page("README.md", (TREE / "README.md").read_text("utf-8"))  # not a page of the site, but its links must hold
    for name, made in REFERENCES.items():
        write(staged / REFERENCE / name, made())
    write(staged / SOURCES, linker.sources())
    for path in loaded():
        write(staged / path.removeprefix(DOCS), (TREE / path).read_bytes())
    for path in linker.files:
        write(staged / copy_of(path), (TREE / path).read_bytes())


def write(path: Path, content: str | bytes) -> None:
    """Writes a file, and makes the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
