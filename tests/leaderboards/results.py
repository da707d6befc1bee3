"""Functions that make matches for tests: played at random in this process, or invented."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from arena.league.league import League
from arena.league.playing.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.match import Entrant, Fault, Match, MatchRecord, MatchSpec
from arena.protocol.records import encode_record, encode_timing
from leaderboards.store import StoredMatch
from tests.league.leagues import league_of


@cache
def league(rounds: int = 2) -> League:
    """Returns a league of three bots, with three matches a round."""
    return league_of("ann", "ben", "cid", rounds=rounds)


@cache
def results(rounds: int = 2) -> tuple[Result, ...]:
    """Returns the results of every match of `league(rounds)` in schedule order."""
    return tuple(played(league(rounds)))


def played(league: League) -> Iterator[Result]:
    """Yields the results of all matches of a league in schedule order. Play is random, but the same in every call."""
    fixtures, game = Fixtures(league), league.create_game()
    for block in create_schedule(league).blocks():
        for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True):
            match, rng = Match(assignment.spec, game), Random(ordinal)
            while match.actor is not None:
                match.choose(rng.choice(match.legal))
            timing = encode_timing((1000 + ordinal, 2000, 3000), (10, 20, 30 + ordinal))
            yield Result(ordinal, assignment.spec.id, encode_record(match.record()), timing)


def made_up(ordinal: int, bots: str, scores: tuple[int, ...], ranks: tuple[int, ...], *faults: Fault) -> StoredMatch:
    """Returns an invented stored match; each letter of `bots` is the name of a bot."""
    entrants = tuple(Entrant(name, "1", bytes(16)) for name in bots)
    spec = MatchSpec(ordinal.to_bytes(16, "big"), "verraeter", 1, "official", bytes(16), bytes(16), entrants)
    thinking = tuple(1000 * (ordinal + seat) for seat in range(len(bots)))
    slowest = tuple(100 * (ordinal + seat) for seat in range(len(bots)))
    return StoredMatch(ordinal, MatchRecord(spec, (), faults, scores, ranks), thinking, slowest)


def ordinals(matches: Iterable[StoredMatch]) -> list[int]:
    """Returns the places of matches in the schedule."""
    return [match.ordinal for match in matches]
