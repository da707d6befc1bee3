"""Installs the arena as users do: a wheel of this tree in a separate environment outside the tree.

Rule 1: every test that starts an arena as a process starts the installed one. The environment is made when the first
test needs it. All runs of the tests share it as long as the content of the tree is the same; for another content,
another environment is made.
Rule 2: all packages but the arena come from the environment in which the tests run, which CI installs by the lock file.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.files.locks import Lock

TREE: Final = Path(__file__).resolve().parents[1]
PARTS: Final = ("arena", "leaderboards", "bots", "examples", "proto", "tools")
FILES: Final = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in")
"""The files from which a wheel is made, except those in the folders PARTS."""
DERIVED: Final = ("__pycache__", "build", "node_modules", "target", "dist")
HOME: Final = Path(tempfile.gettempdir()) / f"arena-tests-{os.getuid()}"
PACKAGES: Final = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
KEPT_S: Final = 86_400
"""The seconds for which an environment is kept after its last use."""


def arena_command() -> tuple[str, ...]:
    """Returns the words that start the installed `arena` command."""
    return (str(environment() / "bin" / "arena"),)


def python() -> str:
    """Returns the path of the installed arena's Python, which can import the kit for bots."""
    return str(environment() / "bin" / "python")


def surroundings(**variables: str | os.PathLike[str]) -> dict[str, str]:
    """Returns the environment of the installed arena: `variables` and the variables of this process, without those by
    which the arena could find this tree.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"PYTHONNOUSERSITE": "1"} | {name: os.fspath(value) for name, value in variables.items()}


@cache
def environment() -> Path:
    """Returns the folder of the environment with the installed arena; makes the environment if it does not exist."""
    HOME.mkdir(mode=0o755, exist_ok=True)
    assert HOME.lstat().st_uid == os.getuid(), f"{HOME} is somebody else's, who could put anything into it"
    there = HOME / _digest()
    with Lock(HOME / "lock", wait=True):
        _forget_old_ones()
        if not (there / "made").exists():
            shutil.rmtree(there, ignore_errors=True)
            install(build_wheel(TREE, there), there)
            _add_compiled(there / PACKAGES)
            (there / "made").touch()
    os.utime(there)
    return there


def build_wheel(tree: Path, folder: Path) -> Path:
    """Builds a wheel without compiled modules in `folder`; returns its path.

    As for a release, the wheel is made from an sdist, and the sdist from a copy of the tree. Nothing is downloaded.
    """
    sources, wheels = folder / "sdist", folder / "wheels"
    with tempfile.TemporaryDirectory() as name:
        copy = copy_tree(tree, Path(name) / "tree")
        _run(sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(sources), cwd=copy)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    options = ("--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels))
    _run(*pip, "wheel", *options, *map(str, sources.iterdir()))
    (wheel,) = wheels.iterdir()
    return wheel


def copy_tree(tree: Path, copy: Path) -> Path:
    """Copies the files from which wheels are made; returns the copy."""
    for part in PARTS:
        shutil.copytree(tree / part, copy / part, ignore=shutil.ignore_patterns(*DERIVED, "*.so"))
    for file in FILES:
        shutil.copy(tree / file, copy / file)
    return copy


def install(wheel: Path, there: Path) -> None:
    """Makes an environment in the folder `there`, and installs the wheel in it. All other packages come from the
    environment that runs the tests.
    """
    venv.EnvBuilder(symlinks=True).create(there)
    (there / PACKAGES / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(there / "bin/python"))
    _run(*pip, "install", "--no-index", "--no-deps", "--ignore-installed", str(wheel))


def _add_compiled(packages: Path) -> None:
    """Copies the compiled modules of the tree, if it has any, into the installed packages, so that the tests run these
    modules.
    """
    for module in (*TREE.glob("*.so"), *TREE.glob("arena/**/*.so")):
        shutil.copy(module, packages / module.relative_to(TREE))


def _digest() -> str:
    """Returns a hash of all files from which the environment is made."""
    digest = blake2b(sys.executable.encode(), digest_size=8)
    for path in _made_of():
        digest.update(f"{path.relative_to(TREE)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _made_of() -> Iterator[Path]:
    yield from (TREE / file for file in FILES)
    for part in PARTS:
        for folder, folders, files in os.walk(TREE / part):
            folders[:] = sorted({*folders}.difference(DERIVED))
            yield from (Path(folder, file) for file in sorted(files))
    yield from sorted(TREE.glob("*.so"))


def _forget_old_ones() -> None:
    for folder in HOME.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < time.time() - KEPT_S:
            shutil.rmtree(folder, ignore_errors=True)


def _run(*command: str, cwd: Path | None = None) -> None:
    variables = surroundings(ARENA_PURE="1")
    done = subprocess.run(command, check=False, cwd=cwd, env=variables, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
