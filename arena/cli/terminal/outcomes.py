"""Prints the outcome of a step or check."""

from enum import Enum
from typing import Protocol

import click

from arena.text import printable


class Outcome(Protocol):
    """The outcome of a step of `arena check`, or of a check of `arena check-game`."""

    @property
    def number(self) -> int:
        """The number of the step or check, from 1."""

    @property
    def name(self) -> str:
        """The name of the step or check, which is one word."""

    @property
    def verdict(self) -> Enum:
        """The verdict. The value of the enum member is the word to print."""

    @property
    def detail(self) -> str:
        """What was observed, if the step or check passed; the reason, if it was skipped or not tried."""

    @property
    def expected(self) -> str:
        """The behaviour that a failed step or check required; empty for a step or check that did not fail."""

    @property
    def happened(self) -> str:
        """The actual behaviour of the bot or game in a failed step or check; empty for a step or check that did not
        fail.
        """

    @property
    def advice(self) -> str:
        """The advice for the author of the bot or game; empty if there is none."""


def print_outcome(outcome: Outcome, output: str = "") -> None:
    """Prints an outcome, and below it `output`, the last lines that a program printed."""
    detail = f"  {outcome.detail}" if outcome.detail else ""
    line = f"{outcome.number:2} {outcome.name:<10} {outcome.verdict.value:<7}{detail}"
    click.echo(printable(line.rstrip()))
    for word, text in (("expected", outcome.expected), ("happened", outcome.happened), ("do", outcome.advice)):
        if text:
            click.echo(_indented(f"{word}: {text}"))
    if output:
        click.echo(_indented(f"its last output:\n{output}"))


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in printable(text).splitlines())
