"""Computes the number of matches that a league has to play."""

from dataclasses import replace
from typing import Final

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.schedule import count_matches, seatings
from arena.league.schedules.registry import LADDER
from arena.league.settings import MOST_ROUNDS
from leaderboards.store import Store
from leaderboards.store.values.extent import Extent

AHEAD: Final = 1_000_000
"""The maximum number of blocks of an endless ladder that one run may play; a run needs memory for each match."""


def extent_of(league: League, store: Store) -> Extent:
    """Returns the extent of the league: its number of matches, the goal that may end it early, and whether an earlier
    run reached this goal.

    The number of matches is 0 for an endless ladder. Raises ArenaError [fewer-matches].
    """
    demand_no_fewer(league, store)
    until, before = league.until.sentence() if league.until else "", store.extent()
    return Extent(
        0 if is_endless(league) else count_matches(league),
        until,
        bool(before and before.reached and before.until == until),
    )


def is_endless(league: League) -> bool:
    """Whether the league is an endless ladder: one whose file does not limit its blocks."""
    return league.schedule == LADDER and league.blocks == MOST_ROUNDS


def in_reach(league: League, store: Store) -> League:
    """Returns the league with a finite length: an endless ladder gets AHEAD blocks in addition to those in its store.
    Any other league stays unchanged.
    """
    if not is_endless(league):
        return league
    return replace(league, blocks=store.count() // len(seatings(league)) + AHEAD)


def demand_no_fewer(league: League, store: Store) -> None:
    """Raises ArenaError [fewer-matches] if a league file requests fewer matches than have been played."""
    if is_endless(league):
        return
    total, stored = count_matches(league), store.count()
    if stored > sum(store.played(total)):
        key = "blocks" if league.blocks else "rounds"
        raise ArenaError(
            "fewer-matches",
            f"{key} = {league.blocks or league.rounds} in the file of the league {league.name} allows only {total} "
            f"matches, but {stored} matches have been played",
            f"raise {key} in the league file, or give the league another name",
        )
