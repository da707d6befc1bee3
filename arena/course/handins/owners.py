"""Finds the author of a download by the download's name.

A name may begin with the author's id, address, login, group or GitHub account, or may be the student's full name.
Systems give names of other forms. Moodle's form is `Name_12345_assignsubmission_file_`. Canvas's form is
`leeann_LATE_12_345_bot.zip`. A clone from GitHub Classroom is called `week1-account`. An archive or folder of that
repository may have a branch or commit at the end of its name, such as `week1-account-main.zip`.
Rule 1: identifiers that the school or its systems have given, such as ids, are tried before GitHub accounts, because a
student could choose an account that equals another student's id.
Rule 2: a name that fits two authors has no author.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Final

from arena.course.handins.content import CLONE
from arena.course.people.names import composed, name_key, squeezed
from arena.course.people.roster import Roster

MOODLE: Final = re.compile(r"(.+?)_(\d+)_assignsubmission_([a-z]+)(?:_.*)?", re.DOTALL)
"""A pattern for the names that Moodle gives: the participant's name and number, the kind of hand-in, and a rest that
the author may choose.
"""
FILES: Final = "file"
"""The kind of a file in Moodle's names; every other kind is a text that a student typed into Moodle."""
CANVAS: Final = re.compile(r"(\w+?)_(?:late_)?(\d+)_(\d+)_.+", re.DOTALL)
"""A pattern for the names that Canvas gives: the student's name without blanks, the user's number, and the file's
number.
"""
BRANCH: Final = re.compile(r"-(?:main|master|[0-9a-f]{7}|[0-9a-f]{40})$")
"""A pattern for the ending that GitHub adds to a repository's name in an archive: a branch or a commit."""
ENDING: Final = re.compile(r"\.(?:zip|tar\.gz|tgz|tar)$")
SIGNS: Final = ("_", "-", ".", " ")
"""Signs that may separate the author from the rest of a file's name."""
FEWEST: Final = 2
"""The minimum number of downloads that must share a prefix before it can be the prefix of the repositories.

One download is enough if it is a clone, if a clone has the same prefix, or if the prefix contains the assignment's
name.
"""

Table = dict[Hashable, set[str]]


class Owners:
    """Finds, among the authors in the roster, the author of each download."""

    def __init__(self, roster: Roster, entries: Iterable[Path], assignment: str) -> None:
        self._ids: Table = {}
        self._keys: Table = {}
        self._accounts: Table = {}
        self._teams: Table = {}
        self._numbers: Table = {}
        self._canvas: Table = {}
        self._names: Table = {}
        self._squeezed: Table = {}
        for student in roster.students:
            author = student.author
            for table, texts in (
                (self._ids, {composed(student.id), *student.known_as()} - {composed(student.github)}),
                (self._keys, {composed(text) for text in (student.email, student.login, student.group)}),
                (self._accounts, {composed(student.github)}),
                (self._teams, {composed(student.group)}),
                (self._numbers, {*student.moodle.split()}),
                (self._canvas, {student.canvas}),
                (self._names, {name_key(student.name)}),
                (self._squeezed, squeezed(student.name)),
            ):
                for text in texts:
                    if text:
                        table.setdefault(text, set()).add(author)
        self._with_canvas = {student.author for student in roster.students if student.canvas}
        self._prefix = self._prefix_of(list(entries), composed(assignment))

    def of(self, path: Path) -> str | None:
        """Returns the author of a download; None if the download's name fits nobody, or fits more than one author."""
        name = composed(path.name)
        stem, beginning = ENDING.sub("", name), self._by_beginning(name)
        if moodle := MOODLE.fullmatch(name):
            return _agreed(_only(self._numbers, [moodle[2]]), _only(self._names, [name_key(moodle[1])]))
        if canvas := CANVAS.fullmatch(name):
            numbered, named = _only(self._canvas, [canvas[2]]), _only(self._squeezed, [canvas[1]])
            if numbered:
                return _agreed(numbered, named, beginning)
            if named:  # the roster may have another Canvas number for this author
                return None if named in self._with_canvas else _agreed(named, beginning)
        named = _only(self._names, [name_key(stem)])
        if beginning or named:
            found = _agreed(beginning, named)
            return None if found and self._names_another(stem, found) else found
        clone = (path / CLONE).exists()
        if self._prefix is not None and (clone or name.startswith(self._prefix or "\0")):
            accounts = [account.removeprefix(self._prefix) for account in dict.fromkeys((stem, _repository(name)))]
            return _agreed(*(_only(table, [one]) for one in accounts for table in (self._accounts, self._teams)))
        return None if clone else _only(self._accounts, _beginnings(name))

    def _by_beginning(self, name: str) -> str | None:
        begins = _beginnings(name)
        return _only(self._ids, begins) or _only(self._keys, begins)

    def _names_another(self, stem: str, author: str) -> bool:
        """Whether a word of a download's name is the id of an author other than `author`."""
        words = re.split(r"[_\-. ]", stem)
        return any(self._ids.get(word, {author}) != {author} for word in words)

    def _prefix_of(self, entries: list[Path], assignment: str) -> str | None:
        """Returns the most frequent prefix of repositories' names, such as "week1-" in "week1-account".

        An account or a group follows the prefix. Returns None if there is no prefix, or if several are equally
        frequent.
        """
        clones: Counter[str] = Counter()
        others: Counter[str] = Counter()
        for entry in entries:
            counts = clones if (entry / CLONE).exists() else others
            name = _repository(composed(entry.name))
            counts.update(
                name[:at]
                for at in range(len(name))
                if (at == 0 or name[at - 1] == "-") and (name[at:] in self._accounts or name[at:] in self._teams)
            )
        for prefix, count in others.items():
            if prefix and (count >= FEWEST or prefix in clones or assignment in prefix):
                clones[prefix] += count
        best = [prefix for prefix, count in clones.items() if count == max(clones.values())]
        return best[0] if len(best) == 1 else None


def is_of_moodle(name: str) -> bool:
    """Whether a download's name has the form that Moodle gives."""
    return MOODLE.fullmatch(composed(name)) is not None


def number_in_moodle(name: str) -> str:
    """The participant's number in a name that Moodle gave; empty for any other name."""
    moodle = MOODLE.fullmatch(composed(name))
    return moodle[2] if moodle else ""


def is_of_system(name: str) -> bool:
    """Whether a download's name has a form that Moodle or Canvas gives."""
    return is_of_moodle(name) or CANVAS.fullmatch(composed(name)) is not None


def is_typed(name: str) -> bool:
    """Whether Moodle gave this name to a text that a student typed, not to a file."""
    moodle = MOODLE.fullmatch(composed(name))
    return moodle is not None and moodle[3] != FILES


def _repository(name: str) -> str:
    return BRANCH.sub("", ENDING.sub("", name))


def _beginnings(name: str) -> list[str]:
    """Returns the name and all its prefixes that may identify an author, the longest first.

    In the name, one of SIGNS follows each prefix. No prefix ends inside an email address before the @.
    """
    begins = [name, *(name[:at] for at in range(len(name) - 1, 0, -1) if name[at] in SIGNS)]
    return [one for one in begins if "@" in one or "@" not in re.split("[_ ]", name[len(one) :].lstrip("_- "))[0]]


def _agreed(*found: str | None) -> str | None:
    """Returns the author in `found` if all results that are not None name the same author; otherwise None."""
    those = {one for one in found if one}
    return those.pop() if len(those) == 1 else None


def _only(known: Mapping[Hashable, set[str]], names: Iterable[Hashable]) -> str | None:
    """Returns the author of the first of `names` that is a key of `known`; None if that name has several authors, or if
    no name is a key.
    """
    for name in names:
        if name in known:
            return next(iter(known[name])) if len(known[name]) == 1 else None
    return None
