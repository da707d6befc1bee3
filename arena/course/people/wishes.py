"""Grants or refuses the aliases that students choose in a list.

Rule 1: a group has one alias, so all members who wish for an alias must wish for the same one.
Rule 2: an alias may neither equal nor resemble an alias that another author has, or had in a closed assignment. It may
neither equal nor resemble the name of a house bot or baseline.
Rule 3: an alias may contain the name of a student who wishes for it, but no other student's name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.course.people.alias_leaks import shown_words, words_of
from arena.course.people.aliases import ALIAS, LONGEST_ALIAS, Taken
from arena.course.people.names import composed, latin
from arena.course.people.student import Student
from arena.lookalikes import looks
from arena.text import one_line

LEAST_LETTERS: Final = 3
"""The minimum length of the names and ids that are kept out of other students' aliases."""
LEAST_DIGITS: Final = 5
"""The minimum length of the ids of digits alone that are kept out of other students' aliases."""
OTHERS: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Wish:
    """A row's request for an alias."""

    row: int
    student: Student
    """The student with the changes that the list makes, but still with the old alias."""
    alias: str


@dataclass(slots=True)
class Wishes:
    """The granted wishes of a list, and the problems of the refused wishes."""

    aliases: dict[str, str] = field(default_factory=dict)
    """The granted aliases that differ from the present ones, by author."""
    wrong: list[str] = field(default_factory=list)
    """Sentences about refused wishes; each begins with the row's number."""
    told: list[str] = field(default_factory=list)


def written_alias(said: str) -> str:
    """Returns the alias made from a wish, such as `rote-eule-7` from `Rote Eule 7`; raises ValueError if no alias can
    be made.
    """
    alias = OTHERS.sub("-", latin(said).casefold()).strip("-")
    if not ALIAS.fullmatch(alias) or alias.replace("-", "").isdigit():
        raise ValueError(one_line(said))
    return alias


def granted(rows: Mapping[int, tuple[Student, str]], students: Sequence[Student], taken: Taken) -> Wishes:
    """Checks wishes for aliases; returns the granted aliases, and the problems of the refused wishes.

    `rows`: the student and the wish, by row; `students`: all students, with their present aliases.
    """
    found = Wishes()
    by_author: dict[str, list[Wish]] = defaultdict(list)
    for row, (student, said) in rows.items():
        try:
            by_author[student.author].append(Wish(row, student, written_alias(said)))
        except ValueError as error:
            found.wrong.append(
                f"row {row}: the alias of {student.id} is {str(error)!r}: write an alias of Latin letters and "
                f"digits, at most {LONGEST_ALIAS} in all"
            )
    for author, wishes in by_author.items():
        if all(wish.alias == wish.student.alias for wish in wishes):
            continue
        if len({wish.alias for wish in wishes}) > 1:
            found.wrong.append(_quarrel(author, wishes))
        else:
            found.aliases[author] = wishes[0].alias
    _Holding(found, by_author, students, taken).hold()
    return found


def _quarrel(author: str, wishes: Sequence[Wish]) -> str:
    rows, ids, aliases = (
        " and ".join(dict.fromkeys(texts))
        for texts in (
            (str(wish.row) for wish in wishes),
            (wish.student.id for wish in wishes),
            (wish.alias for wish in wishes),
        )
    )
    return (
        f"rows {rows}: {ids} hand in together as {author}, but wish for different aliases ({aliases}): write "
        "the same alias into these rows"
    )


class _Holding:
    """Checks wishes for aliases against the aliases and names of other people."""

    def __init__(
        self, found: Wishes, by_author: Mapping[str, Sequence[Wish]], students: Sequence[Student], taken: Taken
    ) -> None:
        self._found, self._wishes, self._students, self._taken = found, by_author, students, taken
        self._called = dict(found.aliases)
        for student in students:
            if student.alias:
                self._called.setdefault(student.author, student.alias)
        self._owners: dict[str, list[str]] = defaultdict(list)
        """The authors that have or wish for an alias, by each skeleton of the alias (see `looks`)."""
        for author, alias in self._called.items():
            for look in looks(alias):
                self._owners[look].append(author)

    def hold(self) -> None:
        for author, alias in self._found.aliases.items():
            wishes = self._wishes[author]
            row, who = f"row {wishes[0].row}", wishes[0].student.id
            if reason := self._reason(author, alias, [wish.student for wish in wishes]):
                self._found.wrong.append(f"{row}: {who} wishes for the alias {alias}, {reason}")

    def _reason(self, author: str, alias: str, wishing: Sequence[Student]) -> str:
        """The reason why an author cannot have an alias, as a clause; empty if the author can have it."""
        team = [one for one in self._students if one.author == author]
        if accounts := sorted({one.alias for one in team} & self._taken.invited):
            return f"but has the account {accounts[0]} on a ladder, and accounts cannot be renamed"
        if alias in self._taken.invited:
            return "which is another person's account on a ladder: write another alias"
        if named := self._taken.like(alias):
            return f"which {'is' if named[0] == alias else 'looks like'} the name of {named[1]}: write another alias"
        others = (one for look in sorted(looks(alias)) for one in self._owners[look] if one != author)
        if (other := next(others, None)) is not None:
            seen = self._called[other]
            return f"which {'is' if seen == alias else f'looks like {seen},'} the alias of {other}: write another alias"
        ids = {name for one in team for name in one.known_as()}
        for given in self._taken.given:
            if ids.isdisjoint(given.students) and not looks(alias).isdisjoint(looks(given.alias)):
                return f"which was another student's alias in the closed {given.assignment}: write another alias"
        return self._names_somebody(alias, wishing)

    def _names_somebody(self, alias: str, wishing: Sequence[Student]) -> str:
        """Returns the reason why an alias would identify another student, as a clause; empty if it would not.

        The alias may contain a name that its author shares with another student; in that case, a sentence about the
        shared name is added to `Wishes.told`.
        """
        own = {composed(word) for one in wishing for word in shown_words(alias, words_of(one.name))}
        for other in self._students:
            if other in wishing:
                continue
            names = (word for word in words_of(other.name) if len(word) >= LEAST_LETTERS)
            shown = sorted(shown_words(alias, names))
            if hits := [word for word in shown if composed(word) not in own]:
                return f"which contains {one_line(hits[0])}, a part of the name of {other.id}: write another alias"
            if key := _key_in(alias, other, {one.author for one in wishing}):
                return f"which contains {one_line(key)} and so reveals {other.id}: write another alias"
            if shown:
                self._found.told.append(
                    f"{wishing[0].id} has the alias {alias} now, but {one_line(shown[0])} is also a part of the "
                    f"name of {other.id}"
                )
        return ""


def _key_in(alias: str, student: Student, authors: Iterable[str]) -> str:
    """Returns the id, login, account, address or group by which an alias identifies a student; empty if the alias
    contains none of them.

    `authors`: the authors who wish for the alias; the names of their own groups are not searched for.
    """
    group = "" if student.group in authors else student.group
    for text in (student.id, student.login, student.github, student.email.partition("@")[0], group):
        plain = OTHERS.sub("-", text.casefold()).strip("-")
        least = LEAST_DIGITS if plain.isdigit() else LEAST_LETTERS
        if len(plain) >= least and (plain == alias or plain in alias.split("-")):
            return text
    return ""
