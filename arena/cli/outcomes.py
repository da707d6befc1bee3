"""Prints the result of one step of `arena check`, or of one check of `arena check-game`."""

from enum import Enum
from typing import Protocol

import click

from arena.text import printable


class Outcome(Protocol):
    """The interface of a result to print: that of a step of `arena check`, or of a check of `arena check-game`."""

    @property
    def number(self) -> int:
        """The number of the step or check, from 1."""

    @property
    def name(self) -> str:
        """The name of the step or check: a single word."""

    @property
    def verdict(self) -> Enum:
        """The verdict, an enum whose value is the word to print."""

    @property
    def detail(self) -> str:
        """The observation, or the reason why the step or check was not tried."""

    @property
    def expected(self) -> str:
        """The required behaviour, if the step or check failed; empty otherwise."""

    @property
    def happened(self) -> str:
        """The observed behaviour, if the step or check failed; empty otherwise."""

    @property
    def advice(self) -> str:
        """The advice to the author of the bot or game; empty if there is none."""


def print_outcome(outcome: Outcome, output: str = "") -> None:
    """Prints a result; below it, prints `output`, the last lines that the program printed."""
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
