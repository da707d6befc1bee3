"""Tests of the documentation page about bots in plain JavaScript, exactly as it is written: its commands, its two
files, a match and a check.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.installed import TREE, arena_command, surroundings
from tests.suite.proved import rests_on_proof
from tools.proofs import INPUTS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("npm"), reason="npm is not installed"),
]
PAGE = TREE / "docs" / "write-a-bot" / "javascript.md"


@rests_on_proof
@pytest.mark.parametrize("language", ["typescript"])
def test_who_does_what_the_page_says_has_a_bot_that_is_ready(tmp_path: Path, language: str) -> None:
    assert language in INPUTS, "it rests on this proof"
    blocks = re.findall(r"```(\w*)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    begin, then = (text for name, text in blocks if not name)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "arena").symlink_to(arena_command()[0])
    shell(tmp_path, programs, begin)
    for name, written_in in (("bot.toml", "toml"), ("bot.js", "js")):
        [text] = (text for one, text in blocks if one == written_in)
        (tmp_path / "mybot" / name).write_text(text, "utf-8")
    said = shell(tmp_path / "mybot", programs, then)
    assert "forfeits" not in said
    assert "\nmybot: ready, " in said


def shell(folder: Path, programs: Path, commands: str) -> str:
    """Runs shell commands that must succeed, with the folder `programs` at the start of PATH; returns the output."""
    environment = surroundings(PATH=f"{programs}:{os.environ['PATH']}", TMPDIR=programs)
    done = subprocess.run(
        ("sh", "-ec", commands), cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
