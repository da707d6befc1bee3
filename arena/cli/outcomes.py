"""Prints the outcome of a step or check."""

from enum import Enum
from typing import Protocol

import click

from arena.text import printable


class Outcome(Protocol):
    """What came of a step of `arena check`, or of a check of `arena check-game`."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def name(self) -> str:
        """A word."""

    @property
    def verdict(self) -> Enum:
        """Whose value is the word for it."""

    @property
    def detail(self) -> str:
        """What was seen, or why nothing was tried."""

    @property
    def expected(self) -> str:
        """Of one that failed."""

    @property
    def happened(self) -> str:
        """Likewise."""

    @property
    def advice(self) -> str:
        """What its author can do; empty where there is nothing to say."""


def print_outcome(outcome: Outcome, output: str = "") -> None:
    """Prints it, with what a program printed last."""
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
