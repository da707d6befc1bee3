"""The final of a season: a folder with its bots and a league with its seed.

Rule 1: the requested number of best bots play in the final, and also all bots that the results cannot distinguish from
the last of these.
Rule 2: if bots of one person do not play each other in the ladder, only the best bot of each person plays in the final.
The final's league file could not keep bots of one person apart, because it cannot state who handed in a bot.
Rule 3: a final has its own copies of the bots, so later changes of the ladder do not affect it.
Rule 4: when a season ends, the commitment (a hash of the seed) of its final is logged. If a final of the ladder exists
whose commitment is not in the log, an interrupted command made it. It becomes the final of the present season if the
ladder still has the same game and settings. All other existing finals stay unchanged.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.folders import making_folder, remove
from arena.ladder.keeping.base import Connection
from arena.ladder.ladder import Ladder
from arena.ladder.playing.contest_folder import member_named, write_contest
from arena.ladder.playing.files import ENDING, FINALS, LADDERS, place_of
from arena.ladder.seasons.names import final_names, is_announced
from arena.league.field import Member
from arena.league.league import League
from arena.league.league_file import LadderRules, read_ladder, read_league
from arena.tournament.league_run import found
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import block_outcomes
from leaderboards.store import Store


class Founded(NamedTuple):
    """A final, as its stored results describe it."""

    name: str
    commitment: str
    bots: tuple[str, ...]
    """The names of the final's bots, in alphabetical order."""
    kind: tuple[object, ...]
    """The game, edition, number of seats and hash of the game's data, all the same as in the ladder of the final."""


def this_seasons(ladder: Ladder, file: Path, best: int, blocks_each: int) -> Founded:
    """Returns the final of a ladder's present season; makes the final unless an interrupted command has already made
    it.

    `file`: the ladder's league file; `best`, `blocks_each`: as for `end_season`. Raises ArenaError, OSError.
    """
    rules = read_ladder(file)
    for final in final_names(file.stem):
        folder = ladder.folder / FINALS / final
        if folder.exists():
            there = founded(ladder.folder, final)
            if there and _is_under_way(ladder, there, rules.league):
                return there
        elif not _is_taken(ladder.folder, final):
            with ladder.base.reading() as connection:
                _make(ladder, connection, rules, file.stem, folder, best, blocks_each)
            if made := founded(ladder.folder, final):
                return made
    raise AssertionError


def founded(service: Path, final: str) -> Founded | None:
    """Returns the final with this name, read from its stored results; None if there are no results.

    Raises ArenaError if the results cannot be read.
    """
    try:
        with closing(Store.open(place_of(service, final).store)) as store:
            identity: Any = store.identity()
            published = store.values()["commitment"].hex()
    except ArenaError as error:
        if error.code == "no-store":
            return None
        raise
    return Founded(final, published, tuple(sorted(identity.get("bots", ()))), _kind(identity))


def _is_under_way(ladder: Ladder, final: Founded, league: League) -> bool:
    """Returns whether a final belongs to the present season: it has the ladder's game and settings, and the log does
    not contain its commitment (a hash of its seed) yet.
    """
    with ladder.base.reading() as connection:
        announced = is_announced(connection, final.commitment)
    return not announced and final.kind == _kind(league.identity())


def _kind(identity: Mapping[str, object]) -> tuple[object, ...]:
    return tuple(identity[key] for key in ("game", "edition", "seats", "components"))


def _is_taken(service: Path, name: str) -> bool:
    """Returns whether a ladder has this name, or matches are stored under this name, for example those of a removed
    final.
    """
    if (service / LADDERS / f"{name}{ENDING}").exists():
        return True
    try:
        with closing(Store.open(place_of(service, name).store)) as store:
            return store.count() > 0
    except ArenaError as error:
        return error.code != "no-store"


def best_of(analysis: Analysis, there: Sequence[str], best: int) -> list[str]:
    """Returns the `best` strongest of the bots in `there`, strongest first.

    Then follow the bots in `there` that the results cannot distinguish from the last of these.
    """
    order = [estimate.bot for estimate in analysis.estimates if estimate.bot in there]
    alike = {bot for tier in analysis.tiers if order[:best] and order[:best][-1] in tier for bot in tier}
    return [bot for place, bot in enumerate(order) if place < best or bot in alike]


def best_of_each(analysis: Analysis, there: Iterable[Member]) -> list[str]:
    """Returns the name of each owner's best bot among the members `there`."""
    owners = {member.name: member.owner for member in there}
    first: dict[str, str] = {}
    for bot in (estimate.bot for estimate in analysis.estimates if estimate.bot in owners):
        first.setdefault(owners[bot], bot)
    return [*first.values()]


def _make(
    ladder: Ladder, connection: Connection, rules: LadderRules, name: str, folder: Path, best: int, blocks_each: int
) -> None:
    """Makes the folder of a final with the best bots of the ladder `name`; raises ArenaError [too-few-bots],
    [no-bot].
    """
    league = rules.league
    members = _best_members(ladder, name, best, may_meet=rules.may_meet)
    if len(members) < league.seats:
        each = "" if rules.may_meet else "; only the best bot of each person can qualify"
        raise ArenaError(
            "too-few-bots",
            f"the final of the ladder {name} needs at least {league.seats} bots, one for each seat, but only "
            f"{len(members)} qualified{each}",
            f"wait until more bots of this ladder have played; if --best is below {league.seats}, raise it",
        )
    with making_folder(folder) as draft:
        named = [_named(ladder, connection, member, league.bots, draft) for member in members]
        blocks = -(-blocks_each * len(named) // league.seats)
        file = write_contest(draft, folder.name, replace(league, blocks=blocks), named)
        place = place_of(ladder.folder, folder.name)
        remove(place.folder)  # exists if a command was interrupted before it announced its commitment
        place.folder.mkdir(parents=True)
        found(read_league(file), place)


def _best_members(ladder: Ladder, name: str, best: int, *, may_meet: bool) -> list[Member]:
    with closing(Store.open(place_of(ladder.folder, name).store)) as store, store.snapshot():
        there = {member.name: member for member in store.field().present()}
        analysis = analyse(block_outcomes(match.record for match in store.gapless()))
    admitted = [*there] if may_meet else best_of_each(analysis, there.values())
    return [there[bot] for bot in best_of(analysis, admitted, best)]


def _named(ladder: Ladder, connection: Connection, member: Member, house: Iterable[Manifest], draft: Path) -> str:
    """Returns the text that names a bot in the final's league file, as the value of the key `manifest`.

    Copies a submitted bot into the final's folder, `draft`. Raises ArenaError [no-bot] if the bot's files no longer
    exist.
    """
    if named := member_named(connection, ladder.blobs, member, house, draft):
        return named
    raise ArenaError(
        "no-bot",
        f"the files of the bot {member.name}, which qualified for the final, are missing",
        "restore the ladder's folder from a backup",
    )
