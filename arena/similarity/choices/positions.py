"""The positions at which bots are asked, from matches of house bots."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from arena.asking.decision import Decision
from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, read_manifest
from arena.derived import derived
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.games.registry import create_game, league_components
from arena.match import MatchRecord, MatchSpec, replay
from arena.transport import Assignment, Clock, Finished, Host

MATCHES: Final = 16
A_MATCH: Final = 10
"""Positions of each."""
FEWEST_LEGAL: Final = 3
"""Where there are only two actions, to agree says little."""
SEATS: Final = 3
"""Where the game has as many."""
SEED: Final = "similarity"


def house_bots_of(game: str) -> list[Manifest]:
    """The bots of the house in Python that are made for a game: how good play goes."""
    return [bot for bot in _house_bots() if game in bot.games]


def _house_bots() -> list[Manifest]:
    return [read_manifest(path) for name, path in house_bot_names().items() if "/" not in name]


def players_of(game: str) -> list[Manifest]:
    """Those who play the matches: with them one that plays any game, and brings about what good play does not."""
    return [*house_bots_of(game), *[bot for bot in _house_bots() if not bot.games][:1]]


async def positions(key: str) -> list[Decision]:
    """The decisions of a game: evenly over each match, which its house bots play."""
    game = create_game(key, league_components(key))
    seats = min(max(SEATS, game.info.seats[0]), game.info.seats[-1])
    bots = _at_least(seats, players_of(key))
    assignments = [_assignment(game, bots, number, seats) for number in range(MATCHES)]
    finished: list[Finished] = []
    launches = [bot.launch() for bot in bots]  # unconfined: the house is trusted
    async with Host(game, launches, Clock(), in_flight=MATCHES) as host:
        await host.play(assignments, finished.append)
    order = [assignment.spec.id for assignment in assignments]
    records = sorted((one.record for one in finished), key=lambda record: order.index(record.spec.id))
    return [decision for record in records for decision in _spread(record, game)]


def _at_least(seats: int, bots: Sequence[Manifest]) -> list[Manifest]:
    """The bots, with copies where they are fewer than the seats, as of a game in a file."""
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
    """Positions of a match, evenly over those where there is something to choose from."""
    there = [
        Decision(record.spec, game, step.state, seat, number)
        for number, step in enumerate(islice(replay(record, game), len(record.actions)))
        if (seat := game.actor(step.state)) is not None and len(game.legal_actions(step.state)) >= FEWEST_LEGAL
    ]
    return [there[place * len(there) // A_MATCH] for place in range(A_MATCH)] if len(there) > A_MATCH else there
