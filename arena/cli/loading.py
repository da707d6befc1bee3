"""Loads the handler of a command when it is called."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module


def handled_in(module: str) -> Callable[[Callable[[], None]], Callable[..., None]]:
    """A command that calls the function of its name in a module below `arena.cli.handlers`, with what was typed."""

    def decorated(command: Callable[[], None]) -> Callable[..., None]:
        @wraps(command)
        def done(*context: object, **typed: object) -> None:
            getattr(import_module(f"arena.cli.handlers.{module}"), command.__name__)(*context, **typed)

        return done

    return decorated
