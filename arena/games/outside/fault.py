"""A fault of a game from outside, in one sentence with game, method, value and expectation."""

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
"""Of processor time, for one call of a method in a match."""
ARENA: Final = Path(__file__).parents[2]
HOUSE: Final = (f"{ARENA / 'games'}/", f"{ARENA / 'transport'}/", "arena/games/")
"""Where the code lies that calls games and interrupts them; compiled modules name their source without its folder."""


LIBRARY: Final = sysconfig.get_path("stdlib")


class Endless(BaseException):
    """A method does not end. No `except Exception` of its author may catch it."""


class GameFault(ArenaError):  # noqa: N818  # a fault is what the house calls it
    """A game broke the contract; its author mends it, and no bot is to blame."""

    def __init__(self, code: str, message: str, hint: str | None = None, method: str = "") -> None:
        """`method`: which one of the game gave a wrong value; empty where the message has the line already."""
        super().__init__(code, message, hint)
        self.method = method

    def at(self, written: object) -> "GameFault":
        """The same, told with the line at which the method that gave a wrong value begins in what the author wrote."""
        line = line_of(written, self.method) if self.method else ""
        return GameFault(self.code, f"{self.message} ({line})", self.hint) if line else self

    def during(self, match: str, deal: str, actions: int) -> "GameFault":
        """The same, told with the match, its deal, and how many actions had been taken."""
        where = f"match {match}, deal {deal}, after {actions} actions"
        return GameFault(self.code, f"{self.message} ({where})", self.hint, self.method)


def wrong(title: str, method: str, value: object, expected: str) -> GameFault:
    """A method gave a value that it must not give."""
    name, _, _ = method.partition(",")
    return GameFault(GAME_FAULT, f"the game {title}: {method} gave {shown(value)}; expected {expected}", hint(), name)


def raised(title: str, method: str, error: BaseException) -> GameFault:
    """A method failed."""
    if isinstance(error, Endless):
        said = f"did not end within {LONGEST_CALL_S:g} s of processor time"
    else:
        said = f"raised {type(error).__name__}{_words(error)}"
    return GameFault(GAME_FAULT, f"the game {title}: {method} {said}{_where(error.__traceback__)}", hint())


def _words(error: BaseException) -> str:
    """What it says, behind a colon; empty where it says nothing, or fails when it is asked."""
    try:
        return f": {error}" if str(error) else ""
    except Exception:  # noqa: BLE001  # the class is a stranger's
        return ""


def line_of(written: object, method: str) -> str:
    """Where a method begins: the file and the line; empty where that cannot be told."""
    try:
        function = inspect.unwrap(getattr(written, method))
        return f"{inspect.getsourcefile(function)}, line {function.__code__.co_firstlineno}"
    except (AttributeError, TypeError):
        return ""


def hint() -> str:
    """What its author does next."""
    return "this is a fault of the game, of no bot; arena check-game FILE looks for all such faults"


def shown(value: object) -> str:
    """The value and its type, shortened."""
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001  # the class is a stranger's
        text = f"a value whose repr raises {type(error).__name__}"
    short = text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
    return f"{short} ({_kind(value)})"


def _kind(value: object) -> str:
    name = type(value).__name__
    module = type(value).__module__
    return name if module == "builtins" else f"{module}.{name}"


def _where(traceback: TracebackType | None) -> str:
    """The line of the author's at which it failed, or which called what did; empty where it could not be compiled."""
    frames = [frame for frame in extract_tb(traceback) if not frame.filename.startswith(HOUSE)]
    frames = [frame for frame in frames if not _is_of_python(frame.filename)] or frames
    return f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""


def _is_of_python(file: str) -> bool:
    return file.startswith(("<frozen", f"{LIBRARY}/")) and "site-packages" not in file
