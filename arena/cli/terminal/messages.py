"""Prints messages to standard error or to a log, and sets the width of tables.

This module imports very little, because most commands load it and would otherwise start later.
"""

from collections.abc import Callable
from typing import Final

import click

from arena.text import printable

WIDTH: Final = 100_000
"""The width of tables in letters: so large that no table is cut, because terminals wrap lines and pagers can scroll."""


def tell(sentence: str) -> None:
    """Prints a sentence on standard error, or passes it to the function that `tell_to` has set."""
    _hearers[-1](printable(sentence))


def tell_to(hear: Callable[[str], None]) -> None:
    """Passes the sentences of `tell` to the function `hear` instead of standard error, until the command ends."""
    _hearers.append(hear)
    click.get_current_context().call_on_close(_hearers.pop)


def _say(sentence: str) -> None:
    click.echo(sentence, err=True)


_hearers: Final[list[Callable[[str], None]]] = [_say]
