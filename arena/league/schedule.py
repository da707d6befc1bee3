"""Lists every match of a league, in an order that never changes.

A table is a set of bots that play together, a deal is a seed for all chance in a match, and a seating is an order of
the table's bots. A block consists of the matches of one table with one deal, one match for each seating, so that the
luck of deal and seat is the same for all bots. The block is the unit of all statistics.
"""

from collections.abc import Iterable
from itertools import permutations
from typing import Final

from arena.derived import derived
from arena.games.chance import SEED_BYTES, Chance
from arena.games.registry import find_game
from arena.league.authors import by_author
from arena.league.league import League
from arena.league.schedules.comparison import VERSIONS
from arena.league.schedules.contract import Block, History, Plan, PlayedMatch, Schedule
from arena.league.schedules.registry import COMPARISON, EVERY_SCHEDULE
from arena.league.secret import Keys
from arena.league.settings import PROCESS
from arena.match import MatchSpec
from arena.transport import Assignment

BOT_SEED_BYTES = 8


class _NothingPlayed:
    def matches(self) -> Iterable[PlayedMatch]:
        return ()

    def matches_from(self, _first: int) -> Iterable[PlayedMatch]:
        return ()


NOTHING_PLAYED: Final = _NothingPlayed()
"""The history of a league in which no match has been played."""


def create_schedule(league: League, history: History = NOTHING_PLAYED) -> Schedule:
    """Returns the schedule of a league; if the schedule pairs bots by results, it reads the results from `history`."""
    return EVERY_SCHEDULE[league.schedule].create(plan_of(league), history)


def plan_of(league: League) -> Plan:
    """Returns the plan of a league: the bots, the number of seats, and all other values that its schedule depends
    on.
    """
    return Plan(
        bots=tuple(bot.name for bot in league.bots),
        seats=league.seats,
        lots=Keys(league.seed).pairings,
        block_matches=len(seatings(league)),
        rounds=league.rounds,
        blocks=league.blocks,
        hero=league.hero,
        apart=_apart(league),
        stays=tuple(member.stays for member in league.field.members),
    )


def _apart(league: League) -> frozenset[tuple[int, int]]:
    places = {bot.name: place for place, bot in enumerate(league.bots)}
    groups = by_author(league.bots) if league.owners_apart else league.apart
    return frozenset((places[one], places[other]) for group in groups for one, other in permutations(group, 2))


def count_matches(league: League) -> int:
    """Returns the number of matches that the league has if it is played to its end."""
    return create_schedule(league).total() * len(seatings(league))


def seatings(league: League) -> list[tuple[int, ...]]:
    """Returns the orders in which a table's bots are seated, one order for each match of a block. An order lists, seat
    by seat, the index of the bot in the table.
    """
    return list(permutations(range(league.seats))) if league.seatings == "all" else square(league.seats)


def square(seats: int) -> list[tuple[int, ...]]:
    """Returns the smallest set of orders that together put every index at every seat exactly once.

    With an even number of seats, every index also follows directly after every other exactly once (Williams 1949). With
    an odd number, this would take twice as many orders; instead, the orders are rotations, in which every index always
    has the same neighbours.
    """
    first = [-(seat // 2) if seat % 2 == 0 else seat // 2 + 1 for seat in range(seats)]
    if seats % 2:
        first = list(range(seats))
    return [tuple((index + turned) % seats for index in first) for turned in range(seats)]


def processes(league: League) -> int:
    """Returns the number of processes that each bot has in a worker. If `league.recall` lets bots remember deals, this
    is 1. If not, it is the number of matches with the same deal, because each process plays a deal only once.
    """
    if league.recall == PROCESS:
        return 1
    return len(seatings(league)) * (VERSIONS if league.schedule == COMPARISON else 1)


class Fixtures:
    """Makes an assignment for each match of a league's blocks. An assignment is a match for the arena to play, with its
    deal, bots and seeds.
    """

    def __init__(self, league: League) -> None:
        self._league = league
        self._keys = Keys(league.seed)
        self._processes = processes(league)
        self._identity = derived(SEED_BYTES, league.identity()).hex()
        self._seatings = seatings(league)
        self._entrants = [bot.entrant() for bot in league.bots]
        self._components = league.components_hash()
        self._rules_version = find_game(league.game).info.rules_version

    def ordinals(self, block: Block) -> range:
        """Returns the places of the block's matches in the schedule."""
        size = len(self._seatings)
        return range(block.number * size, (block.number + 1) * size)

    def assignments(self, block: Block) -> list[Assignment]:
        """Returns the assignments of the block's matches, one for each seating, in schedule order.

        For each block, an order of the table's bots is drawn, and the seatings permute this order. A bot's neighbours
        therefore do not depend on the bot's place in the league file.
        The deal, the order and the bots' seeds are derived from different keys, so no bot can compute the deal or the
        order from its seed.
        If `block.like` names the table of an earlier block, both blocks have the same deal, order and seeds. If
        `league.recall` forbids bots to remember deals, other processes of the bots play this block.
        """
        league, keys, like = self._league, self._keys, block.like or block.table
        names = [league.bots[bot].name for bot in sorted(like)]
        deal = derived(SEED_BYTES, block.round, names, key=keys.deals)
        circle = Chance(derived(SEED_BYTES, names, key=keys.seatings)).shuffled(
            "circle", block.round, range(league.seats)
        )
        assignments = []
        first = len(self._seatings) if block.like else 0
        for number, seating in enumerate(self._seatings, start=first):
            order = [block.table[circle[index]] for index in seating]
            seated = [league.bots[bot].name for bot in order]
            seeded = [league.bots[like[circle[index]]].name for index in seating]
            spec = MatchSpec(
                id=derived(SEED_BYTES, "match", self._identity, deal.hex(), seated),
                game=league.game,
                rules_version=self._rules_version,
                edition=league.edition,
                components=self._components,
                deal=deal,
                entrants=tuple(self._entrants[bot] for bot in order),
            )
            seeds = tuple(
                int.from_bytes(derived(BOT_SEED_BYTES, block.round, seeded, seat, key=keys.bots), "big")
                for seat in range(league.seats)
            )
            assignments.append(Assignment(spec, seeds, number % self._processes))
        return assignments
