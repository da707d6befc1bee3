"""Plays matches in this process, between house bots and a champion in training."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final, cast

from bot import Champion

from arena.bot.local_match import BotMaker, Seated, load
from arena.building.house import house_bot_names
from arena.derived import derived
from arena.games.chance import SEED_BYTES
from arena.games.registry import create_game
from arena.games.verraeter import Verraeter
from arena.match import Entrant, Match, MatchSpec

GAME: Final = cast("Verraeter", create_game("verraeter"))
WINNER_POINTS: Final = [points for landscape in GAME.points.winners[1:] for points in landscape[1:]]
"""The points for conquests, four numbers for each landscape: the points if there are 1, 2, 3 or 4 winners. A bot
receives them in the same form.
"""
EDITION: Final = "official"
CHAMPION: Final = "champion"


@cache
def house_bot(name: str) -> BotMaker:
    """Returns the class of a house bot in Python."""
    return load(house_bot_names()[name].parent)


def champion(playouts: int, learned: Path) -> BotMaker:
    """Returns a maker of the champion, with the parameters in the file `learned` and this many playouts a decision."""
    return partial(Champion, playouts=playouts, learned=learned)


def new_match(seats: int, seed: int) -> Match:
    """Returns a new match with the deal that follows from this seed."""
    spec = MatchSpec(
        id=derived(SEED_BYTES, "training-match", seed),
        game="verraeter",
        rules_version=GAME.info.rules_version,
        edition=EDITION,
        components=bytes(SEED_BYTES),
        deal=derived(SEED_BYTES, "training-deal", seed),
        entrants=tuple(Entrant(str(seat), "", b"") for seat in range(seats)),
    )
    return Match(spec, GAME)


def steps(match: Match, bots: Sequence[BotMaker], seed: int) -> Iterator[tuple[int, int]]:
    """Plays the match; yields each seat and its action before the action is taken."""
    players = [
        Seated(maker, match, seat, int.from_bytes(derived(8, "training-bot", seed, seat), "big"))
        for seat, maker in enumerate(bots)
    ]
    while (seat := match.actor) is not None:
        action = players[seat].choose()
        yield seat, action
        match.choose(action)
