"""The schedule: every match of a league, in an order that never changes.

A table is a set of bots, a deal a seed, a seating an order of the table's bots. A block is one table and one deal in
every seating, so that the luck of the deal and of the seat falls on all alike; it is the unit of all statistics.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb

from arena.games.chance import SEED_BYTES
from arena.games.registry import find_game
from arena.league.league import League, derived
from arena.match import MatchSpec
from arena.transport import Assignment

BOT_SEED_BYTES = 8


@dataclass(frozen=True, slots=True)
class Block:
    """One table and one deal."""

    number: int
    round: int
    """From 0."""
    table: tuple[int, ...]
    """Indices of its bots in the league, ascending."""


def blocks_per_round(league: League) -> int:
    """The number of tables, each of which plays one block a round."""
    return comb(len(league.bots), league.seats)


def count_matches(league: League) -> int:
    """The number of matches in the league."""
    return league.rounds * blocks_per_round(league) * len(seatings(league))


def seatings(league: League) -> list[tuple[int, ...]]:
    """Orders of a table's bots; an order gives, by seat, the index of the bot in the table."""
    seats = range(league.seats)
    if league.seatings == "all":
        return list(permutations(seats))
    return [tuple((seat + turned) % league.seats for seat in seats) for turned in seats]


def round_robin(league: League) -> Iterator[Block]:
    """In each round every table once."""
    number = 0
    for round_number in range(league.rounds):
        for table in combinations(range(len(league.bots)), league.seats):
            yield Block(number, round_number, table)
            number += 1


class Fixtures:
    """The matches of a league's blocks, with all that decides them."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._identity = derived(SEED_BYTES, league.identity()).hex()
        self._seatings = seatings(league)
        self._entrants = [bot.entrant() for bot in league.bots]
        self._components = league.components_hash()
        self._rules_version = find_game(league.game).info.rules_version

    def ordinals(self, block: Block) -> range:
        """The places of the block's matches in the schedule."""
        size = len(self._seatings)
        return range(block.number * size, (block.number + 1) * size)

    def assignments(self, block: Block) -> list[Assignment]:
        """The block's matches, one for each seating, in schedule order.

        The deal is secret and comes from the league's seed; the bots' own seeds come from public facts alone, so that
        no bot can compute one from the other.
        """
        league = self._league
        names = [league.bots[bot].name for bot in block.table]
        deal = derived(SEED_BYTES, "deal", league.seed, block.round, names)
        assignments = []
        for seating in self._seatings:
            order = [block.table[index] for index in seating]
            seated = [league.bots[bot].name for bot in order]
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
                int.from_bytes(derived(BOT_SEED_BYTES, "bot", league.name, block.round, seated, seat), "big")
                for seat in range(league.seats)
            )
            assignments.append(Assignment(spec, seeds))
        return assignments
