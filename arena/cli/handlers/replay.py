"""`arena replay`: prints one stored match."""

from contextlib import closing
from typing import Any

import click

from arena.cli.terminal.match_text import Teller, tell_result
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match import MatchRecord, Note, Step
from arena.match import replay as replay_match
from arena.match.document import ClockData, replay_data
from arena.match.frames import ALL, parse_eyes
from arena.tables.audit import holds_tables, kept_record
from arena.text import json_text, printable
from leaderboards.store import Store

Beside = tuple[tuple[int, ...], tuple[Note, ...]]
"""The data that are stored next to a match's record: the times of its choices in microseconds, and the bots' notes on
the choices. Both may be empty.
"""


def replay(db: str, match: str, board: bool, as_json: bool, eyes: str) -> None:
    """Prints a stored match, either as JSON or in words that reveal all hidden information.

    `eyes`: whose information the JSON contains: a seat's number, "table" for what everybody may know, or "all" for
    everything. Without JSON, every value but "all" raises click.UsageError.
    """
    if eyes != ALL and not as_json:
        raise click.UsageError("--eyes needs --json, because the text output always shows the secrets of all seats")
    record, game, beside, clock = _kept(db, match)
    if as_json:
        looking = parse_eyes(eyes, len(record.spec.entrants))
        click.echo(json_text(replay_data(record, game, looking, *beside, clock)))
    else:
        _print(record, game, list(replay_match(record, game, *beside)), board=board)


def _kept(db: str, match: str) -> tuple[MatchRecord, Game[Any, Any], Beside, ClockData | None]:
    """Returns a match's record, its game, the times and notes of its choices, and its clock settings. For a match of
    people at a table, the times and notes are empty, and the clock settings are None.
    """
    if holds_tables(db):
        record = kept_record(db, match)
        return record, create_game(record.spec.game), ((), ()), None
    with closing(Store.open(db)) as store:
        stored = store.find(match)
        game = create_game(stored.record.spec.game, store.components())
        return stored.record, game, (stored.choices_us, stored.notes), store.clock()


def _print(record: MatchRecord, game: Game[Any, Any], steps: list[Step], *, board: bool) -> None:
    spec = record.spec
    click.echo(printable(f"match {spec.id.hex()}  {spec.game}, edition {spec.edition}"))
    teller = Teller(game, spec, steps[0].state, board=board)
    for step in steps[1:]:
        assert step.action is not None
        teller.take(step.action, record.faults, step.time_us, step.note)
    tell_result(record)
