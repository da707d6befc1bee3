"""Tests of every game of the installed OpenSpiel library: bots play a match of the game, the match is repeated from its
record and shown; or the arena refuses the game.
"""

import json
import re
from functools import cache
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games.contract import Game
from arena.games.outside.openspiel.catalogue import offers
from arena.match import MatchRecord
from arena.match.frames import ALL, TABLE, Onlooker
from arena.match.replay import replay
from arena.match.rerun import rerun
from arena.transport import Finished, Host
from tests.games.openspiel.random_matches import game_of, pyspiel
from tests.games.outside.known import forget_games
from tests.suite.sizes import full
from tests.transport.hosting import CALM, assignment, of_game, random_bot, run

pytestmark = [full, pytest.mark.usefixtures("forget_games")]
# In `make test`, test_playing.py plays games of each kind, and tests/cli/leagues/test_openspiel.py plays a league.
__all__ = ["forget_games"]


def played(game: Game[Any, Any]) -> MatchRecord:
    """Returns the record of a match that the arena's random bots have played over the protocol."""
    names = [f"random-{seat}" for seat in range(game.info.seats[0])]

    async def live() -> list[Finished]:
        finished: list[Finished] = []
        async with Host(game, [random_bot(name) for name in names], CALM, 1) as host:
            await host.play(iter([of_game(assignment(7, names), game)]), finished.append)
        return finished

    [match] = run(live())
    return match.record


@cache
def refusals() -> dict[str, str]:
    """Returns for each game's name the reason why leagues cannot play it, or an empty text if they can."""
    return {one.name: one.refused for one in offers()}


@pytest.mark.parametrize("name", pyspiel.registered_names())
def test_a_game_is_played_and_is_the_same_again_or_is_refused(name: str) -> None:
    if refused := refusals()[name]:
        with pytest.raises(ArenaError, match=re.escape(refused)):
            game_of(name)
        return
    game = game_of(name)
    record = played(game)
    assert record.faults == ()
    assert rerun(record, game) == []
    eyes = [Onlooker(game, looking) for looking in (ALL, TABLE, 0)]
    frames = [json.dumps([onlooker.frame(step) for onlooker in eyes]) for step in replay(record, game)]
    assert len(frames) == 1 + len(record.actions)
