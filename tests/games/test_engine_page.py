"""Tests that the examples in docs/engine.md really do what the page says."""

import doctest
import re
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from arena.bot import play
from tests.bots.playing import lead, least_lead, load_bot
from tests.suite.sizes import full

PAGE: Final = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_page_do_what_it_says() -> None:
    # Remove the fences, which doctest would otherwise take for expected output.
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples, out=said.append).attempted > 15
    assert not said, "".join(said)


@pytest.fixture(scope="module")
def searching() -> Any:
    """Returns the class of the search bot that docs/engine.md prints."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (program,) = (block for block in blocks if "__main__" in block)
    room: dict[str, Any] = {"__name__": "example"}
    exec(compile(program, str(PAGE), "exec"), room)
    return room["Searching"]


def test_the_bot_of_the_page_plays_and_wins_against_random(searching: Any) -> None:
    rival = load_bot("random")
    quick = partial(searching, playouts=20)
    records = [play([quick, rival, rival], "verraeter", seed) for seed in range(3)]
    assert records[0] == play([quick, rival, rival], "verraeter", 0)
    assert all(record.ranks[0] == 1 for record in records)


@full  # `make test` runs test_the_bot_of_the_page_plays_and_wins_against_random instead
def test_the_bot_of_the_page_beats_greedy(searching: Any) -> None:
    greedy = load_bot("greedy")
    assert least_lead([lead(searching, greedy, 3, "official", deal) for deal in range(1_024, 1_036)]) > 0
