"""Exports the sources of bots in the forms that the programs JPlag and Dolos, which detect plagiarism, can compare.

Rule: the authors of bots choose the names of bots and files, and may be hostile. A path in the export therefore
contains only ASCII letters, digits, and the signs `.`, `_` and `-` between its slashes.
"""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from arena.errors import ArenaError
from arena.similarity.sources.source_files import Source
from arena.similarity.sources.template import house_template
from arena.similarity.subjects import Subject
from arena.system.commands import quoted
from arena.text import csv_cell

LONGEST_PART: Final = 60
TEMPLATE: Final = "template"
JPLAG_LANGUAGES: Final[Mapping[str, str]] = {
    ".py": "python3", ".java": "java", ".go": "go", ".rs": "rust", ".ts": "typescript", ".js": "javascript",
    ".cpp": "cpp", ".c": "c", ".cs": "csharp", ".kt": "kotlin", ".scala": "scala", ".swift": "swift",
}  # fmt: skip
"""The name of a programming language in JPlag, by the ending of the language's files."""


def export(form: str, folder: Path, subjects: Sequence[Subject], template: Iterable[Source]) -> str:
    """Writes the sources of `subjects` into a new folder for the program `form` (`jplag` or `dolos`), and returns the
    commands that compare them.

    Also writes `template` and the arena's own template, which are code that every bot may contain. Raises ArenaError
    [folder-not-made].
    """
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise _not_made(folder, error) from error
    try:
        return FORMS[form](folder, subjects, (*house_template(), *template))
    except OSError as error:
        raise _not_made(folder, error) from error


def _jplag(folder: Path, subjects: Sequence[Subject], template: Sequence[Source]) -> str:
    """Writes one folder for each bot into `submissions`, writes the template into another folder, and returns JPlag's
    commands. The template is code that every bot may contain.
    """
    for name, subject in _named(subjects).items():
        for path, source in _placed(subject.files).items():
            _write(folder / "submissions" / name / path, source.text)
    for path, source in _placed(template).items():
        _write(folder / TEMPLATE / path, source.text)
    commands = [
        f"java -jar jplag.jar -l {JPLAG_LANGUAGES[ending]} -bc {_quoted(folder / TEMPLATE)} "
        f"-r {_quoted(folder / JPLAG_LANGUAGES[ending])} {_quoted(folder / 'submissions')}"
        for ending in _endings(subjects)
        if ending in JPLAG_LANGUAGES
    ]
    return "\n".join(commands)


def _dolos(folder: Path, subjects: Sequence[Subject], template: Sequence[Source]) -> str:
    """Writes one folder for each file ending, and returns Dolos's commands. Each folder contains one file for each bot,
    and one for the template, which is code that every bot may contain.

    A bot's files with the same ending are joined, because Dolos compares single files.
    """
    commands = []
    for ending in _endings(subjects):
        place = folder / ending[1:]
        rows = []
        for name, subject in _named(subjects).items():
            if text := _joined(subject.files, ending):
                _write(place / f"{name}{ending}", text)
                rows.append((f"{name}{ending}", csv_cell(subject.name)))
        with (place / "info.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("filename", "full_name"), *rows])
        given = _joined(template, ending)
        if given:
            _write(place / f"{TEMPLATE}{ending}", given)
        ignored = f" -i {TEMPLATE}{ending}" if given else ""
        commands.append(f"(cd {_quoted(place)} && dolos run -f web{ignored} info.csv)")
    return "\n".join(commands)


FORMS: Final[Mapping[str, Callable[[Path, Sequence[Subject], Sequence[Source]], str]]] = {
    "jplag": _jplag,
    "dolos": _dolos,
}


def _endings(subjects: Sequence[Subject]) -> list[str]:
    """Returns the file name endings, such as `.py`, of all exported files, sorted."""
    return sorted({_ending(source) for subject in subjects for source in subject.files} - {""})


def _ending(source: Source) -> str:
    ending = PurePosixPath(source.name).suffix.lower()
    return ending if re.fullmatch(r"\.[a-z0-9]{1,10}", ending) else ""


def _joined(files: Iterable[Source], ending: str) -> str:
    return "\n".join(source.text for source in files if _ending(source) == ending)


def _named(subjects: Sequence[Subject]) -> dict[str, Subject]:
    """Returns the bots by names that are valid for folders. Each name differs from all others and from the template's
    name.
    """
    named: dict[str, Subject] = {}
    for subject in subjects:
        named[_free(_plain(subject.name), {TEMPLATE, *named})] = subject
    return named


def _placed(files: Iterable[Source]) -> dict[str, Source]:
    """Returns the files by their paths in the export. The paths are chosen so that no folder has the name of a file."""
    placed: dict[str, Source] = {}
    for source in files:
        *folders, name = (_plain(part) for part in PurePosixPath(source.name).parts)
        path = "/".join((*(f"{folder}.d" if "." in folder else folder for folder in folders), name))
        placed[_free(path, placed)] = source
    return placed


def _plain(text: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", text).strip(".")[-LONGEST_PART:]
    return plain.lstrip("-.") or "_"


def _free(name: str, taken: Iterable[str]) -> str:
    """Returns `name`, or `name` with a number before its ending if `name` is in `taken`. Upper and lower case are not
    distinguished.
    """
    lowered = {one.lower() for one in taken}
    path, number = PurePosixPath(name), 1
    while name.lower() in lowered:
        number += 1
        name = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
    return name


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", "replace")


def _quoted(path: Path) -> str:
    return quoted(str(path))


def _not_made(folder: Path, error: OSError) -> ArenaError:
    return ArenaError(
        "folder-not-made",
        f"the folder {folder} cannot be made: {error.strerror}",
        "name a folder that does not exist yet, in a place where you may write and the disk has free space",
    )
