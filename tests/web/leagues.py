"""Leagues that tests write, for servers to show."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.games.registry import create_game, shipped_components
from arena.league.league import League
from arena.league.playing.results import Result
from arena.match import FaultKind, Match, Note
from arena.protocol.records import decode_record, encode_record, encode_timing
from leaderboards.store import PlayedStore
from leaderboards.store.rows.runs import Run
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import played
from tests.league.leagues import league_of

SCRIPT: Final = "<script>document.title = 'owned'</script>"
HOSTILE: Final = (
    f"\"'>{SCRIPT}",
    "{{ 7 * 7 }}<img src=x onerror=\"document.title='owned'\">",
    "a\u202eb\u2066c" + "x" * 10_000,
    "../../etc/javascript:alert(1)",
)
NOTED: Final = 9
"""The number of actions of each match on which the bots leave notes."""
WRONG: Final = "timeout\nTraceback: no card in hand"


def as_printed(row: Sequence[str]) -> tuple[str, ...]:
    """Reorders the cells of a row of the standings page like those of `arena standings`, where the version is third."""
    rank, bot, elo, low, high, _, *more, version = (cell.strip().replace("\u2212", "-") for cell in row)
    return (rank, bot, version, elo, low, high, *more)


def write_cup(folder: Path) -> Path:
    """Writes the results of a finished league of four bots, in which the bot dot fails in its last match; returns the
    folder.
    """
    league = league_of("ann", "ben", "cid", "dot", rounds=3)
    results = list(played(league))
    last = max(number for number, result in enumerate(results) if _seat_of(result, "dot") is not None)
    results[last] = with_fault(results[last], _seat_of(results[last], "dot") or 0, "its time was up", WRONG)
    write(folder, league, results)
    return folder


def write_city(folder: Path) -> Path:
    """Writes the results of a finished league of the game Het Verraad; returns the folder."""
    components = shipped_components("hetverraad")
    league = replace(
        league_of("ann", "ben", rounds=1, seats=2, name="city"),
        game="hetverraad",
        edition="strategic",
        components=components,
    )
    write(folder, league, list(played(league)))
    return folder


def write_discs(folder: Path) -> Path:
    """Writes the results of a finished league of Connect Four, which uses the generic board for games that are not
    built in; returns the folder.
    """
    league = discs()
    write(folder, league, list(played(league)))
    return folder


def discs(rounds: int = 1) -> League:
    """Returns a league of Connect Four, with two short matches in each round."""
    return replace(
        league_of("ann", "ben", rounds=rounds, seats=2, name="discs"),
        game="connect-four",
        edition="standard",
        components=shipped_components("connect-four"),
    )


def write_hostile(folder: Path) -> None:
    """Writes the results of a league whose bots put scripts into every text that bots control: names, versions, outputs
    and notes.
    """
    plain = league_of(*HOSTILE, rounds=1)
    league = replace(plain, bots=tuple(replace(bot, version=f"1{SCRIPT}") for bot in plain.bots))
    results = [with_fault(result, 1, f"{SCRIPT}\u202e", f"{SCRIPT}\r\n" + "y" * 10_000) for result in played(league)]
    noted = encode_timing((1, 2, 3), (1, 2, 3), (), tuple(Note(number, f"{SCRIPT}\u202e") for number in range(NOTED)))
    results = [result._replace(timing=noted) for result in results]
    write(folder, league, results)


def write(folder: Path, league: League, results: Sequence[Result]) -> None:
    """Stores the results of a complete league."""
    with closing(PlayedStore.create(folder / "league.db", league)) as store:
        store.add(list(results))
        names = [bot.name for bot in league.bots]
        store.keep_run(Run(1, len(results), 1, 1, 2, sandbox=f"none {SCRIPT}", withdrawn={names[0]: f"it {SCRIPT}"}))
        store.keep_extent(Extent(len(results)))


def with_fault(result: Result, seat: int, detail: str, output: str) -> Result:
    """Returns the result of a match played again without its last action: instead, the seat runs out of time.

    If the match still goes on after that, each seat that must choose takes its first legal action until the match ends.

    `detail`: the description of the fault; `output`: what the seat's bot printed.
    """
    record = decode_record(result.record)
    match = Match(record.spec, create_game(record.spec.game))
    for action in record.actions[:-1]:
        match.choose(action)
    match.fault(seat, FaultKind.TIMEOUT, detail, output)
    while match.actor is not None:
        match.choose(match.legal[0])
    return result._replace(record=encode_record(match.record()))


def _seat_of(result: Result, bot: str) -> int | None:
    names = [entrant.name for entrant in decode_record(result.record).spec.entrants]
    return names.index(bot) if bot in names else None
