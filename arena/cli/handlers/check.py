"""`arena check`: checks one bot step by step."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Verdict, perform, prepare
from arena.authoring.conformance.junit import junit
from arena.cli.confinement import box_at
from arena.cli.terminal.interrupts import run_interruptibly
from arena.cli.terminal.outcomes import print_outcome
from arena.errors import ArenaError
from arena.text import json_text, printable


def check(bot: str, junit_file: Path | None, sandbox: str, build_network: str, as_json: bool) -> None:
    """Checks step by step whether a bot works in a league, and prints the outcome of each step."""
    outcomes: list[Outcome] = []
    _write(junit_file, b"")

    def on_outcome(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if not as_json:
            print_outcome(outcome, outcome.output)

    bench = Bench(bot, Path(), box_at(sandbox), build_network)
    prepare(bench, on_outcome)
    run_interruptibly(perform(bench, on_outcome))
    _write(junit_file, junit(bench.name(), outcomes))
    failed, untried = (
        [outcome.name for outcome in outcomes if outcome.verdict is verdict]
        for verdict in (Verdict.FAIL, Verdict.UNTRIED)
    )
    if as_json:
        steps = [asdict(outcome) | {"verdict": outcome.verdict.value} for outcome in outcomes]
        click.echo(
            json_text({"bot": bench.name(), "sandbox": bench.box.level, "passed": not failed + untried, "steps": steps})
        )
    else:
        found = [f"failed in {', '.join(failed)}"] if failed else []
        found += [f"not tried: {', '.join(untried)}"] if untried else []
        seconds = sum(outcome.seconds for outcome in outcomes)
        click.echo(printable(f"{bench.name()}: {'; '.join(found) or 'ready'}, {seconds:.1f} s"))
    if failed + untried:
        sys.exit(1)


def _write(path: Path | None, content: bytes) -> None:
    if path:
        try:
            path.write_bytes(content)
        except OSError as error:
            raise ArenaError(
                "no-junit",
                f"the JUnit file {path} cannot be written: {error.strerror}",
                "give --junit a file in a folder that exists and that you may write to",
            ) from error
