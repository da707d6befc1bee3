"""Tests that no house bot's memory grows with the number of its decisions, with the plain and with the compiled
engine.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest

from tests.bots.playing import BOTS, decide, load_bot
from tests.games.held import kept, new_objects_alone
from tests.suite.sizes import sized

GAMES: Final = {
    **dict.fromkeys(("banker", "champion", "greedy", "montecarlo", "random", "starter"), "verraeter"),
    **dict.fromkeys(("hetverraad-builder", "hetverraad-montecarlo", "hetverraad-treason"), "hetverraad"),
}
NOT_TRIED: Final = {"bare-random", "starter-rows"}
DECISIONS: Final = sized(20, 2_000)
MOST_BYTES: Final = 200
"""The maximum number of bytes by which a bot's memory may grow per decision. A bot that kept the game's state at
each decision would grow by 700 or more.
"""


@pytest.fixture(scope="module", autouse=True)
def _quick_collections() -> Iterator[None]:
    with new_objects_alone():
        yield


def test_each_house_bot_is_tried() -> None:
    assert {path.parent.name for path in BOTS.glob("*/bot.py")} == {*GAMES, *NOT_TRIED}


@pytest.mark.parametrize("name", GAMES)
def test_a_house_bot_keeps_no_memory(name: str) -> None:
    work = partial(decide, load_bot(name), GAMES[name], DECISIONS)
    assert kept(work, DECISIONS, MOST_BYTES * DECISIONS) is None
