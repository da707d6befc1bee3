"""`arena sandbox`: shows how well this machine can confine bots."""

import json
from dataclasses import asdict

import click

from arena.sandbox.level_proof import described, examined, hint
from arena.sandbox.levels import PROMISES, Level
from arena.sandbox.probes import Finding
from arena.text import printable


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
def sandbox(as_json: bool) -> None:
    """Test how well this machine can confine bots.

    The levels of the sandbox are, from the highest, boxed+limits, boxed, confined and none. For each level, the command
    runs small hostile programs, and prints what the level promises and which of its protections work here.

    If a league file names no level, its league uses the highest level whose protections all work here. A command with
    --sandbox auto uses this highest level, too.
    """
    found = list(examined())
    best = next(level for level, findings in found if _holds(findings))
    if as_json:
        told = asdict(described(best)) | {"levels": [_values(*level) for level in found]}
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for level, findings in found:
        _print(level, findings)
    click.echo(f"\nleagues here are played with sandbox {described(best).sentence()}")


def _holds(findings: list[Finding]) -> bool:
    return all(finding.held for finding in findings)


def _print(level: Level, findings: list[Finding]) -> None:
    click.echo(f"{level}: {'holds' if _holds(findings) else 'does not hold'}; {PROMISES[level]}")
    for finding in findings:
        verdict = "held" if finding.held else "FAILED"
        click.echo(f"   {finding.probe.name:<12} {verdict:<7} {finding.probe.promise}")
        if not finding.held:
            click.echo(printable(f"{'':23}found: {finding.detail}\n{'':23}do: {hint(level, finding)}"))


def _values(level: Level, findings: list[Finding]) -> dict[str, object]:
    probes = [
        {
            "name": finding.probe.name,
            "promise": finding.probe.promise,
            "held": finding.held,
            "found": finding.detail,
            "do": "" if finding.held else hint(level, finding),
        }
        for finding in findings
    ]
    return {"level": level, "holds": _holds(findings), "promise": PROMISES[level], "probes": probes}
