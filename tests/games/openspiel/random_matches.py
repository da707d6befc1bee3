"""Random matches of games of OpenSpiel, played in this process."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.finding import add_made
from arena.games.outside.game import Outside
from arena.games.registry import create_game, league_components
from arena.match import Entrant, Match, MatchRecord, MatchSpec

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'bot-arena[openspiel]'")


def game_of(name: str) -> Outside:
    """Returns the game with this name as a league plays it: a game without luck of its own begins with random opening
    actions.
    """
    key = add_made(f"openspiel:{name}")
    game = create_game(key, league_components(key))
    assert isinstance(game, Outside)
    return game


def chance_of(deal: int) -> Chance:
    return Chance(deal.to_bytes(16, "big"))


def states(game: Game[Any, Any], deal: int, seed: int = 1) -> Iterator[Any]:
    """Iterates over the states of a random match, from the deal to the end."""
    rng = Random(seed)
    state = game.deal(game.info.seats[0], "standard", chance_of(deal))
    yield state
    while game.actor(state) is not None:
        state = game.apply(state, rng.choice(game.legal_actions(state)))
        yield state


def spec_of(game: Game[Any, Any], deal: int) -> MatchSpec:
    info = game.info
    return MatchSpec(
        id=deal.to_bytes(16, "big"),
        game=info.key,
        rules_version=info.rules_version,
        edition="standard",
        components=bytes(16),
        deal=deal.to_bytes(16, "big"),
        entrants=tuple(Entrant(f"bot-{seat}", "1", bytes(16)) for seat in range(info.seats[0])),
    )


def record_of(game: Game[Any, Any], deal: int) -> MatchRecord:
    """Returns the record of a random match of this deal."""
    match, rng = Match(spec_of(game, deal), game), Random(deal)
    while match.actor is not None:
        assert match.choose(rng.choice(match.legal))
    return match.record()
