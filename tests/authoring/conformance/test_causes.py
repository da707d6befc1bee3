"""Tests that known errors in a bot's last output lead to an explanation of its failure."""

import sys
from pathlib import Path

import pytest

from arena.authoring.conformance.causes import cause_in
from arena.building.manifest import Manifest

TRACE = "Traceback (most recent call last):\n  File 'bot.py', line 1\nModuleNotFoundError: No module named 'torchh'\n"


def bot(*command: str) -> Manifest:
    return Manifest(name="mine", command=command, folder=Path(), content_hash=b"x")


@pytest.mark.parametrize("after", ["", "in match 5f3c, turn 7\n"])
def test_a_missing_package_is_named_with_what_there_is(after: str) -> None:
    cause = cause_in(TRACE + after, bot("{python}", "bot.py"))
    assert cause
    assert cause.sentence == "the Python that runs the bot has no package torchh"
    assert "requirements.txt" in cause.advice
    assert "{python} has these here: numpy" in cause.advice


def test_of_another_python_it_is_not_said_what_it_has() -> None:
    cause = cause_in(TRACE, bot(".venv/bin/python", "bot.py"))
    assert cause
    assert "has these here" not in cause.advice


@pytest.mark.parametrize(
    "said",
    [
        "/usr/bin/env: \u2018python3\\r\u2019: No such file or directory",
        "/usr/bin/env: 'python3\\r': No such file or directory\n/usr/bin/env: use -[v]S to pass options",
        "run.sh: line 1: $'\\r': command not found",
    ],
)
def test_a_carriage_return_in_a_name_is_told(said: str) -> None:
    cause = cause_in(said, bot("sh", "run.sh"))
    assert cause
    assert "CR LF" in cause.sentence
    assert "(LF)" in cause.advice


@pytest.mark.parametrize("said", ["", "it has no torch", TRACE + "other\n" * 9, "path C:\\run: there", sys.version])
def test_other_words_say_nothing(said: str) -> None:
    assert cause_in(said, bot("{python}", "bot.py")) is None
