"""`arena replay`: one stored match, in notation or as frames."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import click

from arena.cli.completion import complete_results
from arena.cli.telling import Teller, tell_result
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match import MatchRecord, Step
from arena.match import replay as replay_match
from arena.protocol.records import spec_to_json
from arena.text import json_text, printable
from leaderboards.store import Store


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("match")
@click.option("--board", is_flag=True, help="Print the whole board as text at every heading.")
@click.option("--json", "as_json", is_flag=True, help="Print the spec and a frame for each action.")
def replay(db: str, match: str, board: bool, as_json: bool) -> None:
    """Tell a stored match, action by action, with all that was hidden then.

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
        click.echo(json_text({"spec": spec_to_json(record), "frames": frames}))
    else:
        _print(record, game, list(steps), board=board)


def _frame(step: Step, revealed: Mapping[str, object]) -> dict[str, object]:
    return {"seat": step.seat, "action": step.action, "notation": step.notation, "stand_in": step.stand_in, **revealed}


def _print(record: MatchRecord, game: Game[Any, Any], steps: list[Step], *, board: bool) -> None:
    spec = record.spec
    click.echo(printable(f"match {spec.id.hex()}  {spec.game}, edition {spec.edition}"))
    teller = Teller(game, spec, steps[0].state, board=board)
    for step in steps[1:]:
        assert step.action is not None
        teller.take(step.action, record.faults)
    tell_result(record)
