"""Functions that play ladders with changing bots at random, and store the results."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from arena.building.manifest import Manifest
from arena.league.growing.next_league import grown
from arena.league.league import League
from arena.league.playing.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.league.schedules.registry import LADDER
from arena.match import Match
from arena.protocol.records import encode_record
from leaderboards.store import PlayedStore, Store
from tests.leaderboards.results import results


def goes_on(league: League, store: PlayedStore, *wanted: Manifest) -> League:
    """Replaces the bots of a ladder by `wanted`, or keeps its bots if none are given.

    Stores the ladder's field (list of bots) and returns the ladder with it. A league that is no ladder stays unchanged.
    """
    if league.schedule != LADDER:
        return league
    league = grown(league, store, wanted or league.bots, lambda _: None).league
    store.keep_field(league.field)
    return league


def played_at_random(cup: League, store: Store, forged: int = -1) -> Iterator[Result]:
    """Plays the matches of a league at random, in the order of the schedule, and yields their results.

    If the schedule pairs bots by their results, the caller must store each result before it takes the next one;
    otherwise the later rounds are missing.
    `forged`: the number of a block that is played by other bots than those in the schedule; -1 for none.
    """
    fixtures, game = Fixtures(cup), cup.create_game()
    timing = results()[0].timing
    done = -1
    while blocks := [block for block in create_schedule(cup, store).blocks() if block.number > done]:
        for block in blocks:
            done = block.number
            seated = block if block.number != forged else replace(block, round=99, table=_others(cup, block.table))
            for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(seated), strict=True):
                match, rng = Match(assignment.spec, game), Random(ordinal)
                while match.actor is not None:
                    match.choose(rng.choice(match.legal))
                yield Result(ordinal, assignment.spec.id, encode_record(match.record()), timing)


def _others(cup: League, table: tuple[int, ...]) -> tuple[int, ...]:
    """Returns bots that are not at the table, as many as the table has seats."""
    return tuple(bot for bot in range(len(cup.bots)) if bot not in table)[: cup.seats]
