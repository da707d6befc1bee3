"""Computes what a league would still play, without creating anything."""

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
    """How far a league has come, and what it still has to play."""

    league: League
    """The league, with its seed if it has been founded or its file gives one, else without."""
    schedule: Schedule
    seatings: int
    """How many matches are played with each deal, one for each seating."""
    total: int
    """How many matches the league has at most."""
    played: int
    """How many matches have a record."""
    left_s: float | None
    """How many seconds the rest takes with the workers on this machine; None if that is unknown."""
    looks: tuple[int, ...]
    """The numbers of blocks after which the league may end early; empty if it has no goal."""


def outlook(league: League, place: Place, workers: int) -> Outlook:
    """The outlook of a league played by `workers` workers here (0: the time left is unknown). Raises ArenaError."""
    league, played, runs = _stored(league, place)
    some = founded(league)  # its length does not depend on the seed
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
    """The league (as founded, if it was), how many of its matches have a record, and the runs that played them."""
    try:
        with closing(Store.open(place.store, league)) as store:
            league = gone_on(store.resumed(league), store).league
            demand_no_fewer(league, store)
            return league, sum(store.played(count_matches(league))), store.runs()
    except ArenaError as error:
        if error.code == "no-store":
            return league, 0, ()
        raise
