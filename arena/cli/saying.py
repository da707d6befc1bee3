"""Prints messages, to the right stream and in the right width.

It imports next to nothing: what many commands need, each waits for.
"""

from collections.abc import Callable
from typing import Final

import click

from arena.text import printable

WIDTH: Final = 100_000
"""Columns of a table: it is never cut; a terminal wraps its lines, a pager need not."""


def tell(sentence: str) -> None:
    """Says on standard error, or where else it is to be said, what goes on."""
    _hearers[-1](printable(sentence))


def tell_to(hear: Callable[[str], None]) -> None:
    """Has what goes on said elsewhere from now on, until the command ends."""
    _hearers.append(hear)
    click.get_current_context().call_on_close(_hearers.pop)


def _say(sentence: str) -> None:
    click.echo(sentence, err=True)


_hearers: Final[list[Callable[[str], None]]] = [_say]
