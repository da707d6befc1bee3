"""`arena faults`: lists the faults of bots, with their output."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final, NamedTuple

import click

from arena.cli.terminal.match_text import output_lines
from arena.errors import ArenaError
from arena.files.text_files import suggestion
from arena.games.game_option import game_option
from arena.games.registry import create_game
from arena.league.schedules.contract import counted
from arena.system.commands import quoted
from arena.text import json_text, one_line
from leaderboards.reports.faults import Failure, Moment, failures, moment_of
from leaderboards.store import Store

MOST_SHOWN: Final = 10
MOST_NUMBERS: Final = 12
"""How many other matches that one failure cost are listed at most. If there are more, the list ends with the number of
all other matches.
"""


def faults(db: str, bot: str | None, everything: bool, as_json: bool) -> None:
    """Prints the failures of one bot or of all bots in a league, and where the failures happened."""
    with closing(Store.open(db)) as store:
        _demand_bot(bot, db, store)
        found = failures(store.matches(), bot)
        game = create_game(str(store.identity()["game"]), store.components())
    shown = [Told(failure, moment_of(failure, game)) for failure in (found if everything else found[:MOST_SHOWN])]
    more = len(found) - len(shown)
    if as_json:
        click.echo(json_text({"failures": [_values(told) for told in shown], "more": more}))
        return
    for told in shown:
        click.echo("\n".join(map(one_line, _lines(told))) + "\n")
    if more:
        click.echo(f"{more} more; --all prints them\n")
    click.echo(
        _next_step(db, game.info.key, shown)
        if found
        else f"{bot} forfeited no match"
        if bot
        else "no bot forfeited a match"
    )


class Told(NamedTuple):
    """A failure of a bot, and the moment of the match at which it happened; the moment is None if it is unknown."""

    failure: Failure
    moment: Moment | None


def _demand_bot(bot: str | None, db: str, store: Store) -> None:
    """Raises ArenaError [no-bot] if `bot` is given but no bot of the league has this name."""
    bots = [member.name for member in store.field().members]
    if bot is not None and bot not in bots:
        raise ArenaError("no-bot", f"the league in {db} does not have a bot named {bot!r}", suggestion(bot, bots))


def _lines(told: Told) -> Iterator[str]:
    failure, moment = told
    match, fault = failure.match, failure.fault
    yield f"{failure.bot}, match {match.ordinal}, seat {fault.seat}, {_when(fault.action_count, moment)}"
    yield f"  {fault.kind.name.lower().replace('_', ' ')}: {fault.detail}"
    yield f"  id {match.record.spec.id.hex()}"
    if others := failure.others():
        shown = ", ".join(map(str, others[:MOST_NUMBERS]))
        more = f", … ({len(others)} in all)" if len(others) > MOST_NUMBERS else ""
        yield f"  the same in {'match' if len(others) == 1 else 'matches'} {shown}{more}"
    for line in output_lines(match.record.spec, fault):
        yield f"  {line}"


def _when(action_count: int, moment: Moment | None) -> str:
    after = f"after {counted(action_count, 'action')}"
    if moment is None:
        return after
    turn = f"turn {moment.turn}" if moment.turn else "no turn of its own"
    return f"{turn}, {after}" + ("" if moment.round is None else f" (round {moment.round}, {moment.phase})")


def _next_step(db: str, game: str, shown: Sequence[Told]) -> str:
    """Returns a sentence that names a command to run next.

    The command is `arena playback` for the first shown failure that happened in a turn of the bot. If no shown failure
    did, the command is `arena replay`.
    """
    for failure, moment in shown:
        if moment and moment.turn:
            match, seat = failure.match.ordinal, failure.fault.seat
            folder = f"FOLDER_OF_{failure.bot}"
            command = f"arena playback {quoted(db)} {match} {seat} {folder} --at {moment.turn}{game_option(game)}"
            return f"to put that match to the bot again: {one_line(command)}"
    return f"arena replay{game_option(game)} prints a match"


def _values(told: Told) -> dict[str, object]:
    failure, moment = told
    match, fault = failure.match, failure.fault
    return {
        "bot": failure.bot,
        "match": match.ordinal,
        "id": match.record.spec.id.hex(),
        "seat": fault.seat,
        "action_count": fault.action_count,
        "turn": moment.turn if moment else None,
        "round": moment.round if moment else None,
        "phase": moment.phase if moment else None,
        "kind": fault.kind.name.lower(),
        "detail": fault.detail,
        "output": fault.output,
        "others": failure.others(),
    }
