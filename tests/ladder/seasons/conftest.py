"""Fixtures with a ladder at the end of its season."""

from pathlib import Path

import pytest

from arena.ladder.ladder import Ladder
from arena.ladder.playing.entrants import house_entrant
from arena.ladder.playing.files import LADDERS
from arena.league.field import Member
from arena.league.league_file import read_ladder
from arena.league.schedules.contract import Stay
from tests.ladder.playing.ladders import quick_ladder


@pytest.fixture
def decided(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Adds a ladder whose best bots are always its house bots, so that no match has to be played. Returns the folder
    of the ladder's file.
    """

    def best(ladder: Ladder, name: str, _best: int, *, may_meet: bool) -> list[Member]:
        bots = map(house_entrant, read_ladder(ladder.folder / LADDERS / f"{name}.toml").league.bots)
        return [Member(bot.name, bot.name, bot.version, bot.content_hash, bot.author, (Stay(),)) for bot in bots]

    monkeypatch.setattr("arena.ladder.seasons.finals._best_members", best)
    quick_ladder(ladder.folder)
    return ladder.folder / LADDERS
