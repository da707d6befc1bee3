"""Computes how many matches of a league remain and how long they will take, without creating any file."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.schedule import count_matches, create_schedule, seatings
from arena.league.schedules.contract import Schedule
from arena.league.secret import founded
from arena.league.until import league_looks
from arena.system.processes.cores import available_cores
from arena.tournament.ladder_growth import gone_on
from arena.tournament.length import demand_no_fewer
from arena.tournament.place import Place
from leaderboards.reports.pace import seconds_for
from leaderboards.store import Store
from leaderboards.store.rows.runs import Run


@dataclass(frozen=True, slots=True)
class Outlook:
    """The progress of a league, with the number of its remaining matches and the time that they will take."""

    league: League
    """The league, with the seed from its file or its store; without a seed if neither has one."""
    schedule: Schedule
    seatings: int
    """The number of matches with each deal: one match for each order in which the bots are seated."""
    total: int
    """The maximum number of matches in the league."""
    played: int
    """The number of matches that have a stored record."""
    left_s: float | None
    """The estimated time in seconds for the remaining matches with this machine's workers; None if it is unknown."""
    looks: tuple[int, ...]
    """The numbers of blocks after which the league checks whether it may end early; empty if it has no goal."""


def outlook(league: League, place: Place, workers: int) -> Outlook:
    """Computes the outlook of a league played by `workers` workers on this machine; with 0 the remaining time is
    unknown.

    Raises ArenaError if the store or the league is invalid.
    """
    league, played, runs = _stored(league, place)
    some = founded(league)  # any seed will do, because the length does not depend on it
    schedule, total = create_schedule(some), count_matches(some)
    looks = league_looks(len(league.bots), league.seats, schedule.even()) if league.until else ()
    return Outlook(
        league=league,
        schedule=schedule,
        seatings=len(seatings(league)),
        total=total,
        played=played,
        left_s=seconds_for(total - played, runs, workers, available_cores()) if workers else None,
        looks=tuple(place for place in looks if place < schedule.total()),
    )


def _stored(league: League, place: Place) -> tuple[League, int, Sequence[Run]]:
    """Returns the league, the number of its matches with a record, and its earlier runs. If the league has a store, the
    returned league has the seed from the store.
    """
    try:
        with closing(Store.open(place.store, league)) as store:
            league = gone_on(store.resumed(league), store).league
            demand_no_fewer(league, store)
            return league, sum(store.played(count_matches(league))), store.runs()
    except ArenaError as error:
        if error.code == "no-store":
            return league, 0, ()
        raise
