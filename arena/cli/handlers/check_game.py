"""`arena check-game`: checks one game by random matches."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.terminal.outcomes import print_outcome
from arena.games.finding import find_game_named
from arena.games.registry import create_game
from arena.testing.bench import Bench
from arena.testing.check import NAMES, Checking, Verdict
from arena.testing.limits import Limits
from arena.text import json_text, printable


def check_game(game: str, as_json: bool) -> None:
    """Checks by random matches whether a game meets the requirements for games, and prints each check's outcome."""
    checking = Checking(Bench(game, lambda: create_game(find_game_named(game, Path())), Limits()))
    outcomes = []
    for name in NAMES:
        outcome = checking.outcome(name)
        outcomes.append(outcome)
        if not as_json:
            print_outcome(outcome)
    failed = [outcome.name for outcome in outcomes if outcome.verdict is Verdict.FAIL]
    if as_json:
        steps = [asdict(outcome) | {"verdict": outcome.verdict.value} for outcome in outcomes]
        click.echo(json_text({"game": game, "passed": not failed, "checks": steps}))
    else:
        seconds = sum(outcome.seconds for outcome in outcomes)
        came = f"failed in {', '.join(failed)}" if failed else "nothing wrong was found"
        click.echo(printable(f"{game}: {came}, {seconds:.1f} s"))
    if failed:
        sys.exit(1)
