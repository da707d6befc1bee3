"""Tests of docs/train.md and its examples: the shown results are right, and the training examples improve their
policies.
"""

import doctest
import importlib
import re
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'bot-arena[rl]'")

from tests.suite.sizes import sized

TREE: Final = Path(__file__).parents[2]
PAGE: Final = TREE / "docs" / "train.md"


def test_the_examples_of_the_page_do_what_it_says() -> None:
    # Remove the fences, which doctest would otherwise take for expected output.
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    assert doctest.DocTestRunner().run(examples, out=said.append).attempted > 5
    assert not said, "".join(said)


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports an example of the page and returns its module."""
    monkeypatch.syspath_prepend(str(TREE / "examples" / "training"))
    return importlib.import_module(name)


def test_a_policy_that_plays_against_itself_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    program = example("self_play", monkeypatch)
    trained = program.train(sized(400, 3000))
    untrained = np.zeros_like(trained)
    assert program.lead(trained, 100) > 0.15 > program.lead(untrained, 100)


def test_a_table_that_plays_against_a_bot_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    program = example("one_seat", monkeypatch)
    matches, table = sized(60, 400), program.train(sized(300, 1500))
    assert program.lead(table, matches) > 0.1 + program.lead(table, matches, curious=1.0)
