"""Runs a build in a sandbox: the bot's files are copied into the sandbox, and an archive of the result is read from it.

Rule 1: inside the sandbox, the copy has the same path as after the build, because some tools write this path into the
files that they make.
Rule 2: the result leaves the sandbox as a tar, which the arena's own reader unpacks and checks. The build can write any
files into the tar, but that does no harm: it could also have made the same files by building.
"""

import io
import os
from pathlib import Path
from typing import BinaryIO, Final

from arena.archives.entries import MB, Bounds
from arena.archives.unpacking import unpack_tar
from arena.building.builds.build_limits import NO_NETWORK, Terms
from arena.building.builds.command import UNSTARTED, Ran, Take, run
from arena.building.builds.surroundings import FOR_ALL, certificates, furnish, variables_in_a_copy
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.sandbox.levels import Level
from arena.sandbox.program import Program
from arena.sandbox.runtime import hidden_from_bots, program_runtime, python_runtime
from arena.text import one_line

GIVEN: Final = ".given"
MADE: Final = ".made"
SETTINGS: Final = ".settings"
HOME: Final = ".home"
"""The name of a build's home folder, which lies next to the copy; a build at the level `boxed` has HOME_IN_BOX instead.

Three other folders also lie next to the copy: GIVEN has the bot's files, MADE has the result of the build, and SETTINGS
has settings for package managers. No copy can have one of these four names.
"""
HOME_IN_BOX: Final = Path("/home-of-builds")
"""The path of the build's home folder in a sandbox. It is always the same, because tools record the paths at which they
have compiled.
"""
BOUNDS: Final = Bounds(megabytes=2_000, entries=100_000)
SCRIPT: Final = """
given=$1 settings=$2 warm=$3 root=$4 folder=$5 handed=$6; shift 6
[ -z "$warm" ] || tar -C "$HOME" -xf "$warm" --no-same-owner --strip-components 1 || exit
printf x
find "$given" -mindepth 1 -maxdepth 1 -exec cp -R --preserve=mode,timestamps -t "$root" {} + || exit
find "$settings" -mindepth 1 -maxdepth 1 -exec cp -R -t "$HOME" {} + || exit
cd "$folder" || exit
"$@" < /dev/null >&2 || exit
[ "$handed" = "$root" ] || (cd "$settings" && find . -type f -print0) | (cd "$HOME" && xargs -0r rm -f) || exit
exec tar -C "$handed" --hard-dereference -cf - .
"""
"""The shell script that runs a build in the sandbox.

Its standard output is one letter, which shows that the sandbox and its home folder are ready, and then a tar archive of
the result. The build's own output goes to standard error. If the result is the home folder, the script first removes
the user's settings files from it, because the home is kept for later builds and the settings may change meanwhile.
"""
FOR_NETWORK: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/npmrc", "/etc/maven")
"""Files with this machine's network settings, which builds need to reach registries."""
CHUNK: Final = 1 << 20
ALWAYS: Final = ("/etc/maven",)
"""Files with this machine's settings that every sandbox shows, because links in the folders of installed programs lead
to them.
"""


def build_in_box(copy: Manifest, root: Path, terms: Terms, limit_s: float, warm: Path | None = None) -> Ran:
    """Builds the copy in the folder `root` inside a sandbox; `root` then has the result.

    If the build fails, `root` is removed. `warm`: a tar file with the initial content of the build's home folder.
    Raises OSError, ArenaError [no-sandbox].
    """
    made = root.with_name(MADE)

    def take(archive: BinaryIO) -> None:
        unpack_tar(archive, made, f"what the build of {copy.name} made", BOUNDS, links=True)

    try:
        ran = _run_in_box(copy, root, terms, limit_s, take, warm=warm)
        if not ran.failure:
            made.rename(root)
    finally:
        remove(made)
    return ran


def home_of_build(copy: Manifest, root: Path, terms: Terms, limit_s: float, file: Path) -> Ran:
    """Builds the copy in `root` inside a sandbox, and writes the build's home folder to `file`, as a tar.

    Removes the copy in any case. If the build fails, `file` is not usable. Raises as `build_in_box` does.
    """

    def take(archive: BinaryIO) -> None:
        left = BOUNDS.megabytes * MB
        with file.open("wb") as kept:
            while chunk := archive.read(min(CHUNK, left)):
                left -= kept.write(chunk)
            os.fsync(kept.fileno())
        if not left:
            raise ArenaError(
                "bad-archive",
                f"the build stored more than the limit of {BOUNDS.megabytes} MB in its home folder (the environment "
                "variable HOME)",
            )

    return _run_in_box(copy, root, terms, limit_s, take, hands_home=True)


def _run_in_box(
    copy: Manifest,
    root: Path,
    terms: Terms,
    limit_s: float,
    take: Take,
    *,
    warm: Path | None = None,
    hands_home: bool = False,
) -> Ran:
    """Runs the build of a copy in a sandbox, and lets `take` read a tar archive of the result.

    The result is the folder `root` or, if `hands_home`, the build's home folder. `warm`: a tar file with the initial
    content of the home folder. Afterwards the copy and the home folder are removed; only what `take` stored remains.
    Raises OSError, ArenaError [no-sandbox].
    """
    given, settings, beside = (root.with_name(name) for name in (GIVEN, SETTINGS, HOME))
    home = HOME_IN_BOX if terms.level is Level.BOXED else beside
    try:
        root.rename(given)
        given.chmod(FOR_ALL)
        furnish(settings)
        for folder in (root, home) if terms.level is not Level.BOXED else ():
            folder.mkdir()
        places = (given, settings, warm or "", root, copy.folder, home if hands_home else root)
        command = ("/bin/sh", "-c", SCRIPT, "build", *map(str, places), *copy.build)
        readable = (given, settings, *((warm,) if warm else ()))
        prepared = terms.box.prepared(_program(copy, command, readable, (root, home), terms))
        taking = _Taking(take)
        try:
            ran = run(prepared, limit_s, taking, terms.ending)
        finally:
            prepared.close()
        wanted = not (hands_home and ran.killed)  # a build that fills a home may be killed before it reports its start
        if wanted and not taking.begun and not ran.failure.startswith(UNSTARTED):
            raise _no_box(copy, ran)
    finally:
        for folder in (root, given, settings, beside):
            remove(folder)
    return ran


class _Taking:
    """Reads the standard output of SCRIPT: a letter, which shows that the sandbox was made, and then the archive, which
    it passes to `take`.
    """

    def __init__(self, take: Take) -> None:
        self._take = take
        self.begun = False
        """Whether the first letter was received; if not, the sandbox could not be made."""

    def __call__(self, file: "io.BufferedReader[io.FileIO]") -> None:
        self.begun = bool(file.read(1))
        if file.peek(1):  # without more bytes, the build has failed
            self._take(file)


def _no_box(copy: Manifest, ran: Ran) -> ArenaError:
    last = ran.log.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return ArenaError(
        "no-sandbox",
        f"the sandbox for the build of {copy.name} could not be made: {one_line(last) or ran.failure}",
        "run arena sandbox to see which sandbox levels work on this machine",
    )


def _program(
    copy: Manifest, command: tuple[str, ...], readable: tuple[Path, ...], scratch: tuple[Path, Path], terms: Terms
) -> Program:
    """Returns the program that runs in the sandbox. `scratch`: the two writable folders, one for the copy and one for
    the build's home.
    """
    root, home = scratch
    variables = variables_in_a_copy(home, home)
    tools = program_runtime((*copy.build[:1], *copy.needs))
    named = (Path(variables[name]) for name in ("RUSTUP_HOME", "PYENV_ROOT") if name in variables)
    network = () if terms.network == NO_NETWORK else (*map(Path, FOR_NETWORK), *certificates(variables))
    return Program(
        command,
        root,
        tuple(variables.items()),
        readable=(*readable, *tools, *named, *network, *map(Path, ALWAYS), *python_runtime()),
        hidden=hidden_from_bots(),
        scratch=scratch,
        network=terms.network != NO_NETWORK,
        builds=True,
    )
