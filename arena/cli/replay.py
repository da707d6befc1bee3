"""`arena replay`: one stored match, in notation or as frames."""

import json
from collections.abc import Mapping
from contextlib import closing

import click

from arena.cli.play import show_result
from arena.games.registry import create_game
from arena.match import MatchRecord, Step
from arena.match import replay as replay_match
from arena.protocol.records import spec_to_json
from leaderboards.store import Store


@click.command()
@click.argument("db")
@click.argument("match")
@click.option("--json", "as_json", is_flag=True, help="Print the spec and a frame for each action.")
def replay(db: str, match: str, as_json: bool) -> None:
    """Print a stored match action by action.

    DB is a results file, the folder that is in, or the URL of a database with #LEAGUE behind it. MATCH is a number in
    the schedule, from 0, or at least 8 digits of an id.
    """
    with closing(Store.open(db)) as store:
        record = store.find(match).record
        components = store.components()
    game = create_game(record.spec.game, components)
    steps = replay_match(record, game)
    if as_json:
        frames = [_frame(step, game.reveal(step.state)) for step in steps]
        click.echo(json.dumps({"spec": spec_to_json(record), "frames": frames}, ensure_ascii=False))
    else:
        _print(record, list(steps))


def _frame(step: Step, revealed: Mapping[str, object]) -> dict[str, object]:
    return {"seat": step.seat, "action": step.action, "notation": step.notation, **revealed}


def _print(record: MatchRecord, steps: list[Step]) -> None:
    names = [entrant.name for entrant in record.spec.entrants]
    width = max(map(len, names))
    click.echo(f"match {record.spec.id.hex()}  {record.spec.game}, edition {record.spec.edition}")
    for number, step in enumerate(steps):
        if step.seat is not None:
            click.echo(f"{number:4} {names[step.seat]:<{width}}  {step.notation}")
    show_result(record)
