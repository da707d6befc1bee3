"""Plays matches in this process, between house bots and a champion that is still learning."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

from bot import Champion

from arena.bot.playing import BotMaker, Seated, load
from arena.building.house import house_bot_names
from arena.derived import derived
from arena.games.chance import SEED_BYTES
from arena.games.registry import create_game
from arena.match import Entrant, Match, MatchSpec

GAME: Final = create_game("verraeter")
EDITION: Final = "official"
CHAMPION: Final = "champion"
NUMBERS: Final = "learned.npz"
"""The file in the bot's folder that holds what it has learned."""


@cache
def bot(name: str, learned: Path | None = None, playouts: int | None = None) -> BotMaker:
    """A house bot in Python; of the champion, with the numbers in this file, and as many playouts."""
    if name == CHAMPION:
        more = {} if playouts is None else {"playouts": playouts}
        return partial(Champion, learned=learned, **more)
    return load(house_bot_names()[name].parent)


def new_match(seats: int, seed: int) -> Match:
    """The match with this seed."""
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
    """Plays the match; gives each seat and its action before the match takes it."""
    players = [
        Seated(maker, match, seat, int.from_bytes(derived(8, "training-bot", seed, seat), "big"))
        for seat, maker in enumerate(bots)
    ]
    while (seat := match.actor) is not None:
        action = players[seat].choose()
        yield seat, action
        match.choose(action)
