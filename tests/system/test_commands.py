"""Tests of the quotes in commands that people copy, for the shell of each system."""

import os
import subprocess
import sys

import pytest

from tests.system.test_importing import HIDING

ASKING = "import sys; from arena.system.commands import joined; sys.stdout.buffer.write(joined(sys.argv[1:]).encode())"


@pytest.mark.parametrize(
    ("word", "there", "here"),
    [
        ("there\\league.db", "there\\league.db", "'there\\league.db'"),
        ("C:\\Users\\Jörg", "C:\\Users\\Jörg", "'C:\\Users\\Jörg'"),
        ("Jörg Öztürk", '"Jörg Öztürk"', "'Jörg Öztürk'"),
        ("x&y", '"x&y"', "'x&y'"),
        ("", '""', "''"),
        ("plain", "plain", "plain"),
    ],
)
def test_they_are_quoted_as_the_shell_of_the_system_reads_them(word: str, there: str, here: str) -> None:
    for path, expected in ((str(HIDING), there), ("", here)):
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
        asked = subprocess.run((sys.executable, "-c", ASKING, word), env=environment, capture_output=True, check=True)
        assert asked.stdout.decode() == expected
