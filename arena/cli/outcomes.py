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
        """The verdict, an enum whose value is the word to print."""

    @property
    def detail(self) -> str:
        """What was observed, or why nothing was tried."""

    @property
    def expected(self) -> str:
        """What was expected in a step that failed; empty otherwise."""

    @property
    def happened(self) -> str:
        """What happened in a step that failed; empty otherwise."""

    @property
    def advice(self) -> str:
        """What the author of the bot or game can do; empty if there is nothing to say."""


def print_outcome(outcome: Outcome, output: str = "") -> None:
    """Prints an outcome; `output`: the last lines of a program's output, printed below it."""
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
