"""Chooses the positions at which bots are compared, from matches between house bots."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from arena.asking.decision import Decision
from arena.building.field import house_bots_of, house_field
from arena.building.manifest import Manifest
from arena.derived import derived
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.games.registry import create_game, league_components
from arena.match import MatchRecord, MatchSpec, replay
from arena.transport import Assignment, Clock, Finished, Host

MATCHES: Final = 16
A_MATCH: Final = 10
"""The maximum number of positions from one match."""
FEWEST_LEGAL: Final = 3
"""The minimum number of legal actions at a position that is used; with only two actions, agreement would often be
chance.
"""
SEATS: Final = 3
"""The number of seats in the matches from which positions are taken; the nearest possible number if the game does not
allow three.
"""
SEED: Final = "similarity"


def players_of(game: str) -> list[Manifest]:
    """Returns the house bots (which come with the arena) that play the matches. These are the bots written for this
    game, and one bot that plays any game; with the latter, matches reach unusual positions.
    """
    return [*house_bots_of(game), *[bot for bot in house_field() if not bot.games][:1]]


async def positions(key: str) -> list[Decision]:
    """Plays matches of the game `key` between house bots, and returns positions that are spread evenly over each match.

    Each position is returned with the seat that must choose.
    """
    game = create_game(key, league_components(key))
    seats = min(max(SEATS, game.info.seats[0]), game.info.seats[-1])
    bots = _at_least(seats, players_of(key))
    assignments = [_assignment(game, bots, number, seats) for number in range(MATCHES)]
    finished: list[Finished] = []
    launches = [bot.launch() for bot in bots]  # unconfined: house bots are trusted
    async with Host(game, launches, Clock(), in_flight=MATCHES) as host:
        await host.play(assignments, finished.append)
    order = [assignment.spec.id for assignment in assignments]
    records = sorted((one.record for one in finished), key=lambda record: order.index(record.spec.id))
    return [decision for record in records for decision in _spread(record, game)]


def _at_least(seats: int, bots: Sequence[Manifest]) -> list[Manifest]:
    """Returns the bots, with copies added if the game has more seats than there are bots. Games loaded from a file
    often have too few bots.
    """
    copies = [replace(bots[seat % len(bots)], name=f"copy {seat}") for seat in range(len(bots), seats)]
    return [*bots, *copies]


def _assignment(game: Game[Any, Any], bots: Sequence[Manifest], number: int, seats: int) -> Assignment:
    entrants = [bots[(number + seat) % len(bots)].entrant() for seat in range(seats)]
    spec = MatchSpec(
        id=derived(SEED_BYTES, SEED, game.info.key, number),
        game=game.info.key,
        rules_version=game.info.rules_version,
        edition=game.info.editions[0],
        components=bytes(SEED_BYTES),
        deal=derived(SEED_BYTES, SEED, game.info.key, "deal", number),
        entrants=tuple(entrants),
    )
    seeds = tuple(int.from_bytes(derived(8, SEED, "house", number, seat), "big") for seat in range(seats))
    return Assignment(spec, seeds)


def _spread(record: MatchRecord, game: Game[Any, Any]) -> list[Decision]:
    """Returns at most A_MATCH decisions of a match, spread evenly over its positions with at least FEWEST_LEGAL legal
    actions.
    """
    there = [
        Decision(record.spec, game, step.state, seat, number)
        for number, step in enumerate(islice(replay(record, game), len(record.actions)))
        if (seat := game.actor(step.state)) is not None and len(game.legal_actions(step.state)) >= FEWEST_LEGAL
    ]
    return [there[place * len(there) // A_MATCH] for place in range(A_MATCH)] if len(there) > A_MATCH else there
