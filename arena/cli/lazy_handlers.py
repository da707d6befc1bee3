"""Loads the function that does a command's work only when the command is called."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module


def handled_in(module: str) -> Callable[[Callable[[], None]], Callable[..., None]]:
    """Returns a decorator that makes a command call its handler, and passes on the command's arguments.

    The handler is the function in `arena.cli.handlers.<module>` that has the same name as the command's function.
    """

    def decorated(command: Callable[[], None]) -> Callable[..., None]:
        @wraps(command)
        def done(*context: object, **typed: object) -> None:
            getattr(import_module(f"arena.cli.handlers.{module}"), command.__name__)(*context, **typed)

        return done

    return decorated
