"""Plays the final of a closed assignment, and publishes its results."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from arena.building.house import MANIFEST
from arena.building.manifest import read_manifest
from arena.course.closing.arrivals import demand_unchanged
from arena.course.closing.final import demand_committed, place_of
from arena.course.closing.lock import LEAGUE_FILE, Lock
from arena.course.folder import Course
from arena.course.publishing.publishing import publish
from arena.course.publishing.withheld_output import Leak
from arena.errors import ArenaError
from arena.league.league_file import read_league
from arena.tournament.league_run import LeagueFollower, Resources, play
from leaderboards.store import Store


class PlayedFinal(NamedTuple):
    """The result of playing a final, either to its end or until a user interrupted it."""

    finished: bool
    left: int
    seal: str
    """The seal of the published records, a hash that proves them unchanged; empty while matches remain to be played."""
    seed: int | None
    leaks: tuple[Leak, ...]


def play_final(course: Course, lock: Lock, workers: int, follower: LeagueFollower) -> PlayedFinal:
    """Plays the remaining matches of a final, and publishes the results after the last match.

    Raises ArenaError, such as [changed-hand-in] or [changed-bot] if files have changed since the closing, [no-store] if
    the results file is missing, or [other-commitment] if that file belongs to another final.
    """
    demand_locked(course, lock)
    place = place_of(course, lock.league)
    if not Path(place.store).exists():
        raise ArenaError(
            "no-store",
            f"{place.store} is missing; this file contains the seed that was drawn when the assignment was closed",
            "restore this file from a backup",
        )
    with closing(Store.open(place.store)) as store:
        demand_committed(store, lock, place)
    played = play(read_league(lock.final(course) / LEAGUE_FILE), place, Resources(workers), follower)
    progress = played.progress
    if not progress.finished():
        return PlayedFinal(False, progress.total - progress.stored, "", None, ())
    published = publish(course, lock, place, played.league, played.standings)
    return PlayedFinal(True, 0, published.seal, played.league.seed, published.leaks)


def demand_locked(course: Course, lock: Lock) -> None:
    """Raises ArenaError [changed-hand-in] or [changed-bot] if a hand-in or a bot has changed since the closing."""
    demand_unchanged(course, lock)
    folder = lock.final(course)
    for one in lock.entered:
        _demand_bot(folder / one.manifest, one.bot, one.alias, f"the hand-in {one.place}")
    for own in lock.own:
        _demand_bot(folder / own.manifest, own.bot, own.name, f"the baseline {own.name}")


def _demand_bot(folder: Path, locked: str, name: str, origin: str) -> None:
    bot = read_manifest(folder / MANIFEST)
    if bot.content_hash.hex() != locked:
        raise ArenaError(
            "changed-bot",
            f"the files of the bot {name} in {bot.folder} have changed since the assignment was closed",
            f"restore this folder from a backup, or copy the changed files, except {MANIFEST}, from {origin}",
        )
