"""Reads a cell of a list; the error for an invalid cell explains the problem and the correction."""

import re
from typing import Final

from arena.course.encodings import mangled
from arena.course.people.lists.headings import NO_GROUP, NO_MEMBER, NOTHING, plain
from arena.course.people.names import group_name
from arena.course.people.student import ID, LONGEST
from arena.names import fault_of, shown
from arena.text import one_line

SHORTENED: Final = re.compile(r"\d(?:[.,]\d+)?E\+\d{2,3}")
DECIMAL: Final = re.compile(r"\d+[.,]0+")
PARTED: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+")
HARMS: Final = ((SHORTENED, "shortened"), (DECIMAL, "turned into a decimal"), (PARTED, "added separators to"))
ADDRESS: Final = re.compile(r"[^<>]*<([^<>@\s:]+@[^<>@\s:]+)>|([^<>@\s,;:]+@[^<>@\s,;:]+)")
ACCOUNT: Final = re.compile(r"(?:(?:https?://)?(?:www\.)?github\.com/|@)?([A-Za-z0-9][A-Za-z0-9_-]{0,63})/?")
PARTS: Final = re.compile(r"[,;]")
HARMLESS: Final = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
)
"""A pattern for invisible characters that are removed from cells.

These characters only join or modify other characters, and often get into a cell when text is copied.
"""
LOST_LETTER: Final = re.compile(r"(?<=\w)\?(?=\w)|^\?(?=\w)|(?<=\w)\?$")
EXPORT_AGAIN: Final = "export the list again and save the list as CSV (UTF-8), or correct this cell"


class BadRowError(ValueError):
    """The error for an invalid row; its text explains the problem and the correction, but lacks the row's number."""


def cleaned(cell: str) -> str:
    """Returns the text of a cell with single blanks and without HARMLESS characters; empty for a text such as "-",
    which some lists write into cells without a value.
    """
    text = " ".join(HARMLESS.sub("", cell).split())
    return "" if text.casefold() in NOTHING else text


def text_of(heading: str, said: str, *, guessed: bool) -> str:
    """Returns the text of a cell; raises BadRowError if it breaks the rules for names, or was read in a wrong encoding.

    `heading`: the column's heading, for messages; `guessed`: whether the encoding of the file was guessed.
    """
    if said and (fault := fault_of(said, LONGEST)):
        raise BadRowError(f"{heading} is {shown(said, 40)}, which is not valid: {fault}; correct this cell")
    if wrong := mangled(said, guessed=guessed):
        raise BadRowError(f"{heading} is {one_line(said)!r}, {wrong}: {EXPORT_AGAIN}")
    return said


def name_of(heading: str, said: str, *, guessed: bool) -> str:
    """Returns the name of a person in a cell.

    Raises BadRowError like `text_of`, and also for a `?`, because programs write `?` in place of a letter that their
    encoding lacks.
    """
    if LOST_LETTER.search(said):
        raise BadRowError(
            f"{heading} is {one_line(said)!r}, in which ? stands for a letter that is lost: {EXPORT_AGAIN}"
        )
    return text_of(heading, said, guessed=guessed)


def number_of(heading: str, said: str) -> str:
    """Returns the id or number in a cell; raises BadRowError if a spreadsheet has damaged the number, for example by
    rounding.

    `heading`: the column's heading, for messages.
    """
    for pattern, how in HARMS:
        if pattern.fullmatch(said):
            raise BadRowError(
                f"{heading} is {said!r}, a number that a spreadsheet program has {how}: export the list again, "
                "or open the list with this column as text"
            )
    return said


def address_of(heading: str, said: str) -> str:
    """The email address in a cell, without a person's name before it; empty for an empty cell.

    Raises BadRowError for any other text.
    """
    found = ADDRESS.fullmatch(said)
    if said and not found:
        raise BadRowError(
            f"{heading} is {one_line(said)!r}; expected one e-mail address, or an empty cell: correct this cell"
        )
    return (found[1] or found[2]) if found else ""


def account_of(heading: str, said: str) -> str:
    """The GitHub account in a cell with the account's name or the address of its page; empty for an empty cell.

    Raises BadRowError for any other text.
    """
    found = ACCOUNT.fullmatch(said)
    if said and not found:
        raise BadRowError(
            f"{heading} is {one_line(said)!r}; expected the name of an account on GitHub: correct this cell"
        )
    return found[1] if found else ""


def no_group(said: str) -> bool:
    """Whether the text of a cell means that a student is in no group."""
    words = plain(said)
    return words in NO_GROUP or words.startswith(NO_MEMBER)


def group_of(heading: str, said: str) -> str:
    """Returns the name of the group in a cell, empty if the cell names no group; raises BadRowError for several groups
    or an invalid name.
    """
    names = [" ".join(name.split()) for name in PARTS.split(said)]
    names = [name for name in names if name and not no_group(name)]
    if len(names) > 1:
        shown = " and ".join(map(one_line, names))
        raise BadRowError(
            f"the student is in the groups {shown}, but can hand in with only one group: write only this group "
            "into the cell, or import with --no-groups if students do not hand in by these groups"
        )
    name = group_name(names[0]) if names else ""
    if names and not ID.fullmatch(name):
        raise BadRowError(
            f"{heading} is {one_line(names[0])!r}: give the group a name of at most 64 characters: letters "
            "(A to Z, a to z), digits and . _ @ + -; the first must be a letter or digit"
        )
    return name
