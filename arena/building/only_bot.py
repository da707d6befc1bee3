"""Finds the only bot in a stranger's archive; if there is none, the error lists the archive's files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from arena.archives.formats import EXPORT
from arena.archives.signatures import GZIP, HEAD, NOTEBOOK, RAR, SEVEN_ZIP, ZIP, kind_of
from arena.archives.tar import may_be_tar
from arena.building.content import NOT_CONTENT
from arena.building.house import MANIFEST
from arena.errors import ArenaError
from arena.text import one_line

NO_MANIFEST: Final = "no-manifest"
NOT_OURS: Final = ("__MACOSX",)
"""Folders that packing programs add to an archive, and that no author wrote."""
MOST_SHOWN: Final = 4
"""How many files an error names before "and N more files". If there is only one more file, the error names it, too."""
LONGEST_SHOWN: Final = 80
"""The maximum number of letters of a file's path that an error shows."""
TAR: Final = "a tar"
PACKED: Final = (ZIP, GZIP, RAR, SEVEN_ZIP, TAR)
NEARLY: Final = (MANIFEST, f"{MANIFEST}.txt")
"""The names, in lower case, of files that are regarded as misnamed manifests, such as Bot.toml or bot.toml.txt."""


def only_manifest(folder: Path) -> Path:
    """Returns the path of the bot.toml that is nearest to the top of an unpacked archive.

    Ignores hidden folders, and folders that never count as content of a bot. Raises ArenaError [no-manifest] if there
    is no bot.toml, or if several are equally near to the top.
    """
    levels = [folder]
    while levels:
        found = [level / MANIFEST for level in levels if (level / MANIFEST).is_file()]
        if len(found) == 1:
            return found[0]
        if found:
            raise ArenaError(
                NO_MANIFEST,
                f"the hand-in contains {len(found)} bots instead of one: {_listed(_names(found, folder))}",
                "hand in each bot in an archive of its own",
            )
        levels = [inner for level in levels for inner in _inside(level) if inner.is_dir()]
    raise _nothing(folder)


def _inside(folder: Path) -> list[Path]:
    """Returns a folder's files and subfolders, sorted, except hidden ones and those in NOT_OURS and NOT_CONTENT."""
    others = (*NOT_OURS, *NOT_CONTENT)
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in others)


def _files(folder: Path) -> Iterator[Path]:
    """Yields all files below a folder, beginning with the files nearest to the top."""
    levels = [folder]
    while levels:
        inner = [path for level in levels for path in _inside(level)]
        yield from (path for path in inner if path.is_file())
        levels = [path for path in inner if path.is_dir()]


def _nothing(folder: Path) -> ArenaError:
    """Returns the ArenaError [no-manifest] for a folder without a manifest; its message lists the files that the folder
    contains instead.
    """
    files = [*_files(folder)]
    names = _names(files, folder)
    kind = _kind(files[0]) if len(files) == 1 else ""
    alone = f" alone{f', which is {kind}' if kind else ''}" if len(files) == 1 else ""
    there = f"{_listed(names)}{alone}" if files else "no files"
    return ArenaError(NO_MANIFEST, f"the hand-in does not contain a {MANIFEST}; it has {there}", _advice(names, kind))


def _advice(names: list[str], kind: str) -> str:
    """Returns the advice for a person whose archive contains the files `names`, but no manifest. `kind`: the kind of
    the file, if there is only one file; otherwise empty.
    """
    if called := next((name for name in names if Path(name).name.casefold() in NEARLY), ""):
        return f"rename {called} to {MANIFEST}, and hand in the bot again"
    if kind in PACKED:
        return f"unpack {names[0]}, pack only the bot's folder, and hand in that archive"
    endings = {Path(name).suffix for name in names}
    if kind == NOTEBOOK or (".ipynb" in endings and ".py" not in endings):
        return EXPORT
    return f"hand in the bot's folder, with a {MANIFEST} as arena init makes one"


def _kind(path: Path) -> str:
    """Returns the kind of a file in words, from its first bytes; empty if they do not show the kind."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    return kind_of(head) or (TAR if may_be_tar(head) else "")


def _names(paths: Iterable[Path], folder: Path) -> list[str]:
    return [one_line(path.relative_to(folder).as_posix()) for path in paths]


def _listed(names: list[str]) -> str:
    """The names as a text: all of them, or the first few and how many more there are."""
    shown = [name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}..." for name in names]
    if len(names) <= MOST_SHOWN + 1:
        return ", ".join(shown)
    return f"{', '.join(shown[:MOST_SHOWN])} and {len(names) - MOST_SHOWN:,} more files"
