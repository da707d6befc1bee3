"""Errors of games from outside the arena. Each error names the game, the method, the wrong value and the expected
value.
"""

import inspect
import sysconfig
from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Final

from arena.errors import ArenaError

GAME_FAULT: Final = "game-fault"
LONGEST_VALUE: Final = 80
LONGEST_CALL_S: Final = 5.0
"""The limit for one call of a game's method in a match, in seconds of processor time. A longer call is ended by the
exception Endless.
"""
ARENA: Final = Path(__file__).parents[2]
HOUSE: Final = (f"{ARENA / 'games'}/", f"{ARENA / 'transport'}/", "arena/games/")
"""The folders of the arena's own code that calls and interrupts games. Lines in these folders are never named as the
place of a fault. The last entry is for compiled modules, whose source paths start with arena/.
"""


LIBRARY: Final = sysconfig.get_path("stdlib")


class Endless(BaseException):
    """The exception raised in a game's method that runs longer than LONGEST_CALL_S. It is a BaseException, so that no
    `except Exception` in the method catches it.
    """


class GameFault(ArenaError):  # noqa: N818  # "fault" is the word of this project
    """The error of a game whose methods break the contract of games. The author must correct the game, and no bot is to
    blame.
    """

    def __init__(self, code: str, message: str, hint: str | None = None, method: str = "") -> None:
        """`method` is the name of the method that returned a wrong value, from which `at` finds the line of the code;
        empty if `at` must not add a line to the message.
        """
        super().__init__(code, message, hint)
        self.method = method

    def at(self, written: object) -> "GameFault":
        """Returns the same fault with a message that also names the file and line at which the faulty method begins.
        Returns the fault unchanged if its `method` is empty or the line cannot be found.
        """
        line = line_of(written, self.method) if self.method else ""
        return GameFault(self.code, f"{self.message} ({line})", self.hint) if line else self

    def during(self, match: str, deal: str, actions: int) -> "GameFault":
        """Returns the same fault with a message that also names the match, its deal, and the number of actions taken
        before the fault.
        """
        where = f"match {match}, deal {deal}, after {actions} actions"
        return GameFault(self.code, f"{self.message} ({where})", self.hint, self.method)


def wrong(title: str, method: str, value: object, expected: str) -> GameFault:
    """Returns the fault of a method that returned the wrong `value`."""
    name, _, _ = method.partition(",")
    return GameFault(
        GAME_FAULT, f"the game {title}: {method} returned {shown(value)}; expected {expected}", hint(), name
    )


def raised(title: str, method: str, error: BaseException) -> GameFault:
    """Returns the fault of a method that raised `error`. An `error` of the class Endless means that the method did not
    end.
    """
    if isinstance(error, Endless):
        said = f"did not end within {LONGEST_CALL_S:g} s of processor time"
    else:
        said = f"raised {type(error).__name__}{_words(error)}"
    return GameFault(GAME_FAULT, f"the game {title}: {method} {said}{_where(error.__traceback__)}", hint())


def _words(error: BaseException) -> str:
    """Returns a colon and the message of the error; empty if the error has no message or the message cannot be read."""
    try:
        return f": {error}" if str(error) else ""
    except Exception:  # noqa: BLE001  # an author's class may raise anything
        return ""


def line_of(written: object, method: str) -> str:
    """Returns the file and line at which a method of an author's game begins, as text; empty if they cannot be
    found.
    """
    try:
        function = inspect.unwrap(getattr(written, method))
        return f"{inspect.getsourcefile(function)}, line {function.__code__.co_firstlineno}"
    except (AttributeError, TypeError):
        return ""


def hint() -> str:
    """Returns the hint of every fault, which says how the author can find such faults."""
    return "correct the game's code, and find more such errors with arena check-game FILE; no bot is to blame"


def shown(value: object) -> str:
    """Returns the value as Python writes it, shortened, and its type in brackets."""
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001  # an author's class may raise anything
        text = f"a value whose repr raises {type(error).__name__}"
    short = text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
    return f"{short} ({_kind(value)})"


def _kind(value: object) -> str:
    name = type(value).__name__
    module = type(value).__module__
    return name if module == "builtins" else f"{module}.{name}"


def _where(traceback: TracebackType | None) -> str:
    """Returns the last line of the author's code in the traceback, as text in brackets. It is the line that failed or
    that called the failing library code. Returns an empty text if there is no such line.
    """
    frames = [frame for frame in extract_tb(traceback) if not frame.filename.startswith(HOUSE)]
    frames = [frame for frame in frames if not _is_of_python(frame.filename)] or frames
    return f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""


def _is_of_python(file: str) -> bool:
    return file.startswith(("<frozen", f"{LIBRARY}/")) and "site-packages" not in file
