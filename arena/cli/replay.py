"""`arena replay`: one stored match, in notation or as frames."""

from contextlib import closing
from typing import Any

import click

from arena.cli.completion import complete_results
from arena.cli.telling import Teller, tell_result
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match import MatchRecord, Step
from arena.match import replay as replay_match
from arena.match.document import replay_data
from arena.match.frames import ALL, parse_eyes
from arena.text import json_text, printable
from leaderboards.store import Store


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("match")
@click.option("--board", is_flag=True, help="Print the whole board as text at every heading.")
@click.option("--json", "as_json", is_flag=True, help="Print a document with all that a viewer needs.")
@click.option(
    "--eyes",
    default=ALL,
    metavar="EYES",
    help="With --json: a seat, table or all (the default): tell what it knew at each step, what lay open, or all.",
)
def replay(db: str, match: str, board: bool, as_json: bool, eyes: str) -> None:
    """Tell a stored match, action by action, with all that was hidden then.

    DB is a results file, the folder that is in, or the URL of a database with #LEAGUE behind it. MATCH is a number in
    the schedule, from 0, or at least 8 digits of an id.
    """
    if eyes != ALL and not as_json:
        raise click.UsageError("--eyes goes with --json: in words a match is told with the secrets of all seats")
    with closing(Store.open(db)) as store:
        stored, components, clock = store.find(match), store.components(), store.clock()
    record, choices_us = stored.record, stored.choices_us
    game = create_game(record.spec.game, components)
    if as_json:
        looking = parse_eyes(eyes, len(record.spec.entrants))
        click.echo(json_text(replay_data(record, game, looking, choices_us, clock)))
    else:
        _print(record, game, list(replay_match(record, game, choices_us)), board=board)


def _print(record: MatchRecord, game: Game[Any, Any], steps: list[Step], *, board: bool) -> None:
    spec = record.spec
    click.echo(printable(f"match {spec.id.hex()}  {spec.game}, edition {spec.edition}"))
    teller = Teller(game, spec, steps[0].state, board=board)
    for step in steps[1:]:
        assert step.action is not None
        teller.take(step.action, record.faults, step.time_us)
    tell_result(record)
