"""How much of a league is left to play."""

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
"""Blocks of a ladder without end that one run may play."""


def extent_of(league: League, store: Store) -> Extent:
    """How much there is to play; what was reached earlier still is, unless something else is asked for now.

    Raises ArenaError [fewer-matches].
    """
    demand_no_fewer(league, store)
    until, before = league.until.sentence() if league.until else "", store.extent()
    return Extent(
        0 if is_endless(league) else count_matches(league),
        until,
        bool(before and before.reached and before.until == until),
    )


def is_endless(league: League) -> bool:
    """Whether it is a ladder that is played for ever, which its file says by saying nothing."""
    return league.schedule == LADDER and league.blocks == MOST_ROUNDS


def in_reach(league: League, store: Store) -> League:
    """The league as far as a run may come: a run has a byte for each match there is to play."""
    if not is_endless(league):
        return league
    return replace(league, blocks=store.count() // len(seatings(league)) + AHEAD)


def demand_no_fewer(league: League, store: Store) -> None:
    """Complains of a league file that asks for less than has been played: ArenaError [fewer-matches]."""
    if is_endless(league):
        return
    total, stored = count_matches(league), store.count()
    if stored > sum(store.played(total)):
        key = "blocks" if league.blocks else "rounds"
        raise ArenaError(
            "fewer-matches",
            f"{league.name}: {key} is {league.blocks or league.rounds}, which makes {total} matches; "
            f"expected no fewer than the {stored} that were played",
            f"raise {key}, or give the league another name; a table of some of its matches would not be the league's",
        )
