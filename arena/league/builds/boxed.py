"""A build in a box: the content goes in, what was built comes out as an archive, and nothing else does.

Rule 1: the box has a folder where the copy will be, so that whatever notes down its own path notes down the right one.
Rule 2: what leaves is a tar that our own reader looks at; that a build can write into it what it likes does not matter,
for whatever comes out is what the build has made.
"""

import io
from pathlib import Path
from typing import Final

from arena.archives.entries import Bounds
from arena.archives.unpacking import unpack_tar
from arena.errors import ArenaError
from arena.league.builds.command import UNSTARTED, Ran, run
from arena.league.builds.seal import remove
from arena.league.builds.surroundings import certificates, furnish, variables_in_a_copy
from arena.league.builds.terms import NO_NETWORK, Terms
from arena.league.files.manifest import Manifest
from arena.sandbox.levels import Level
from arena.sandbox.program import Program
from arena.sandbox.runtime import hidden_from_bots, program_runtime, python_runtime
from arena.text import one_line

GIVEN: Final = ".given"
MADE: Final = ".made"
SETTINGS: Final = ".settings"
HOME: Final = ".home"
"""Beside the copy, which is never called so: its content, what was built, and the home of the build."""
BOUNDS: Final = Bounds(megabytes=2_000, entries=100_000)
SCRIPT: Final = """
printf x
given=$1 settings=$2 root=$3 folder=$4; shift 4
find "$given" -mindepth 1 -maxdepth 1 -exec cp -R --preserve=mode,timestamps -t "$root" {} + || exit
find "$settings" -mindepth 1 -maxdepth 1 -exec cp -R -t "$HOME" {} + || exit
cd "$folder" || exit
"$@" < /dev/null >&2 || exit
exec tar -C "$root" --hard-dereference -cf - .
"""
"""Run in the box; it prints a letter, which says that there is a box, and the archive; what the build prints are its
complaints."""
FOR_NETWORK: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/npmrc", "/etc/maven")
"""Settings of the machine that say how registries are reached."""
ALWAYS: Final = ("/etc/maven",)
"""Where a program's own folder leads into the settings of the machine."""


def build_in_box(copy: Manifest, root: Path, terms: Terms, limit_s: float) -> Ran:
    """Builds the copy that fills `root`, and puts what was built in its place; raises OSError, ArenaError [no-sandbox].

    Where it fails, there is no copy.
    """
    given, made, settings, home = (root.with_name(name) for name in (GIVEN, MADE, SETTINGS, HOME))
    try:
        root.rename(given)
        furnish(settings)
        for folder in (root, home) if terms.level is not Level.BOXED else ():
            folder.mkdir()
        prepared = terms.box.prepared(_program(copy, root, terms))
        taking = _Taking(made, copy)
        try:
            ran = run(prepared, limit_s, taking, terms.ending)
        finally:
            prepared.close()
        remove(root)
        if not taking.begun and not ran.failure.startswith(UNSTARTED):
            raise _no_box(copy, ran)
        if not ran.failure:
            made.rename(root)
    finally:
        for folder in (given, made, settings, home):
            remove(folder)
    return ran


class _Taking:
    """Takes what a build hands over."""

    def __init__(self, made: Path, copy: Manifest) -> None:
        self._made, self._copy = made, copy
        self.begun = False
        """Whether there was a box."""

    def __call__(self, file: "io.BufferedReader[io.FileIO]") -> None:
        self.begun = bool(file.read(1))
        if file.peek(1):  # else the build has failed
            unpack_tar(file, self._made, f"what the build of {self._copy.name} made", BOUNDS, links=True)


def _no_box(copy: Manifest, ran: Ran) -> ArenaError:
    last = ran.log.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return ArenaError(
        "no-sandbox",
        f"the box for the build of {copy.name} could not be made: {one_line(last) or ran.failure}",
        "arena sandbox tells what holds on this machine",
    )


def _program(copy: Manifest, root: Path, terms: Terms) -> Program:
    given, settings, home = (root.with_name(name) for name in (GIVEN, SETTINGS, HOME))
    variables = variables_in_a_copy(home, home)
    tools = program_runtime((*copy.build[:1], *copy.needs))
    named = (Path(variables[name]) for name in ("RUSTUP_HOME", "PYENV_ROOT") if name in variables)
    network = () if terms.network == NO_NETWORK else (*map(Path, FOR_NETWORK), *certificates(variables))
    return Program(
        ("/bin/sh", "-c", SCRIPT, "build", *map(str, (given, settings, root, copy.folder)), *copy.build),
        root,
        tuple(variables.items()),
        readable=(given, settings, *tools, *named, *network, *map(Path, ALWAYS), *python_runtime()),
        hidden=hidden_from_bots(),
        scratch=(root, home),
        network=terms.network != NO_NETWORK,
        locks=True,
    )
