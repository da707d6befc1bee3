"""Checks the facts of a game from outside the arena before any match."""

from collections.abc import Mapping
from typing import Final

from arena.errors import ArenaError
from arena.games.contract import GameInfo
from arena.games.entry import MOST_OPENINGS, MOST_SEATS
from arena.games.outside.author import INTEGERS, KINDS, Given, Info, Row
from arena.games.outside.border import MOST_PLACES, whole
from arena.games.outside.fault import shown

METHODS: Final = ("deal", "actor", "legal_actions", "apply", "scores", "action_name", "rows")
MOST_ACTIONS: Final = 1 << 31
MOST_ROWS: Final = 64
LONGEST: Final = 1_000_000
LONGEST_TITLE: Final = 40
LONGEST_WORD: Final = 24
LONGEST_MARK: Final = 12


def game_info(written: Given, key: str) -> GameInfo:
    """Checks and returns the facts of the game. Raises ArenaError [bad-game], which names the error and the expected
    value.
    """
    try:
        info = getattr(written, "info", None)
    except Exception as error:
        raise bad_game(key, f"info raises {type(error).__name__}", "expected arena.games.Info(...)") from error
    if not isinstance(info, Info):
        raise bad_game(
            key, f"info is {shown(info)}", "expected arena.games.Info(title=..., seats=..., actions=..., rows=...)"
        )
    missing = [name for name in METHODS if not callable(getattr(written, name, None))]
    if missing:
        raise bad_game(key, f"the method {missing[0]} is missing", f"expected all of {', '.join(METHODS)}")
    title = info.title
    if not isinstance(title, str) or not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
        raise bad_game(key, f"info.title is {shown(title)}", f"expected 1 to {LONGEST_TITLE} characters")
    editions = _editions(key, info.editions)
    _demand_rows(key, info.rows)
    _within(key, "openings", info.openings, 0, MOST_OPENINGS)
    _within(key, "longest", info.longest, 1, LONGEST)
    _flag(key, "secret_actions", info.secret_actions)
    return GameInfo(
        key=key,
        title=title,
        rules_version=_within(key, "version", info.version, 1, LONGEST),
        seats=_seats(key, info.seats),
        editions=tuple(editions),
        action_space=_within(key, "actions", info.actions, 1, MOST_ACTIONS),
        phrases=tuple(editions.values()),
        at_once=_flag(key, "at_once", info.at_once),
    )


def _editions(key: str, given: Given) -> dict[str, str]:
    """Checks and returns the descriptions of the editions, by name. Raises ArenaError [bad-game] if they are not
    valid.
    """
    if not isinstance(given, Mapping):
        raise bad_game(
            key,
            f"info.editions is {shown(given)}",
            "expected a dict with a short description for each name of an edition",
        )
    if not given:
        raise bad_game(
            key, "info.editions is empty", "expected at least one edition; leave info.editions out if there is only one"
        )
    for name, phrase in given.items():
        if not _word(name) or not isinstance(phrase, str):
            raise bad_game(
                key,
                f"info.editions has {shown(name)}",
                "expected a short name, such as standard, with a text as its description",
            )
    return dict(given)


def _demand_rows(key: str, given: Given) -> None:
    if not isinstance(given, (list, tuple)):
        raise bad_game(key, f"info.rows is {shown(given)}", "expected a tuple of rows; with a single row, (Row(name),)")
    for row in given:
        _demand_row(key, row)
    names = [row.name for row in given]
    if len(names) > MOST_ROWS or len(set(names)) < len(names) or not names:
        raise bad_game(key, f"info.rows has the names {', '.join(names)}", f"expected 1 to {MOST_ROWS} different names")


def bad_game(key: str, problem: str, expected: str) -> ArenaError:
    """Returns the ArenaError [bad-game] for a file or package that is not a valid game."""
    return ArenaError("bad-game", f"{key} is not a valid game: {problem}", f"correct the game's code; {expected}")


def _within(key: str, name: str, given: object, least: int, most: int) -> int:
    found = whole(given)
    if found is None or not least <= found <= most:
        raise bad_game(key, f"info.{name} is {shown(given)}", f"expected an integer from {least} to {most}")
    return found


def _flag(key: str, name: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise bad_game(key, f"info.{name} is {shown(given)}", "expected True or False")
    return given


def _seats(key: str, given: Given) -> range:
    """Returns the possible numbers of seats as a range. Raises ArenaError [bad-game] if they are invalid or have a
    gap.
    """
    try:
        numbers = [whole(one) for one in given]
    except TypeError:
        numbers = [whole(given)]
    found = [one for one in numbers if one is not None]
    if not found or len(found) < len(numbers) or not 2 <= found[0] <= found[-1] <= MOST_SEATS:
        raise bad_game(
            key,
            f"info.seats is {shown(given)}",
            f"expected numbers from 2 to {MOST_SEATS}, such as range(2, 5)",
        )
    seats = range(found[0], found[-1] + 1)
    if list(seats) != found:
        raise bad_game(key, f"info.seats is {shown(given)}", "expected consecutive numbers, such as range(2, 5)")
    return seats


def _demand_row(key: str, row: object) -> None:
    if not isinstance(row, Row):
        raise bad_game(key, f"info.rows has {shown(row)}", "expected arena.games.Row(name)")
    if not _word(row.name) or not row.name.isidentifier():
        raise bad_game(
            key,
            f"a row is called {shown(row.name)}",
            f"expected at most {LONGEST_WORD} characters, a-z, 0-9 and _, without a digit at the beginning",
        )
    if row.kind not in KINDS:
        raise bad_game(key, f"the row {row.name} is of kind {shown(row.kind)}", f"expected one of {', '.join(KINDS)}")
    _flag(key, f"rows, {row.name}.hides", row.hides)
    _flag(key, f"rows, {row.name}.drawn", row.drawn)
    if row.hides and row.kind != INTEGERS:
        raise bad_game(
            key,
            f"the row {row.name} of kind {row.kind} has hides = True",
            f"expected hides = True only in rows of kind {INTEGERS}",
        )
    for name, word in (("of", row.of), ("holds", row.holds)):
        if word and not _word(word):
            raise bad_game(
                key,
                f"the row {row.name} has {name} = {shown(word)}",
                f'expected at most {LONGEST_WORD} characters, a-z, 0-9, - and _, such as "seat"',
            )
    _within(key, f"rows, {row.name}.width", row.width, 0, MOST_PLACES)
    _within(key, f"rows, {row.name}.across", row.across, 0, MOST_PLACES)
    _within(key, f"rows, {row.name}.most", row.most, 0, MOST_PLACES)
    marks = row.marks
    if not isinstance(marks, (list, tuple)) or not all(
        isinstance(one, str) and len(one) <= LONGEST_MARK for one in marks
    ):
        expected = f"expected a list of texts of at most {LONGEST_MARK} characters"
        raise bad_game(key, f"the row {row.name} has the marks {shown(marks)}", expected)


def _word(name: object) -> bool:
    """Whether the name is a short word of lower-case letters, digits, - and _."""
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_WORD or not name.isascii():
        return False
    return all(letter.isalnum() or letter in "-_" for letter in name) and name == name.lower()
