"""Prints messages to the right stream, and sets the width of tables.

It imports next to nothing, since many commands wait for it.
"""

from collections.abc import Callable
from typing import Final

import click

from arena.text import printable

WIDTH: Final = 100_000
"""Columns of a table; it is so wide that none is cut: terminals wrap lines, and pagers need not."""


def tell(sentence: str) -> None:
    """Prints a sentence on what goes on to standard error, or to where `tell_to` has sent it."""
    _hearers[-1](printable(sentence))


def tell_to(hear: Callable[[str], None]) -> None:
    """Sends the sentences of `tell` to `hear` from now on, until the command ends."""
    _hearers.append(hear)
    click.get_current_context().call_on_close(_hearers.pop)


def _say(sentence: str) -> None:
    click.echo(sentence, err=True)


_hearers: Final[list[Callable[[str], None]]] = [_say]
