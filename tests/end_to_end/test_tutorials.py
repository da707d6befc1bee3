"""Tests of the first two tutorials, one after the other in the same folder: the commands that a reader types have the
described results.
"""

import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import Arena, arena
from tests.end_to_end.test_docs import BLOCK, commands
from tests.installed import TREE
from tests.suite.sizes import sized

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_800)]
__all__ = ["arena"]
LEFT_OUT: Final = sized(("serve", "check", "compare"), ("serve",))
"""The commands that are left out: `serve`, because it runs until it is interrupted, and in `make test` also `check` and
`compare`, which take long and have other tests.
"""
BOT, LEAGUE = (TREE / "docs" / name for name in ("first-bot.md", "first-league.md"))


def test_somebody_who_types_what_the_tutorials_say_gets_a_better_bot_and_a_table(arena: Arena, tmp_path: Path) -> None:
    first, *others = commands(BOT)
    assert first == ["init", "mybot"]
    assert arena(*first).exit_code == 0
    program = tmp_path / "mybot" / "bot.py"
    before, after = re.findall(r"^```python\n(.*?)^```", BOT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert before in program.read_text("utf-8"), "the page shows another method than the starter has"
    shutil.copytree(tmp_path / "mybot", tmp_path / "mybot-before")
    program.write_text(program.read_text("utf-8").replace(before.splitlines(keepends=True)[-1], after), "utf-8")
    assert after in program.read_text("utf-8")
    (file,) = (block for block in BLOCK.findall(LEAGUE.read_text("utf-8")) if block.startswith("# league.toml\n"))
    (tmp_path / "league.toml").write_text(file, "utf-8")
    for words in (*others, *commands(LEAGUE)):
        if words[0] not in LEFT_OUT and words[:2] != ["init", "mybot"]:
            result = arena(*words)
            assert result.exit_code == 0, (words, result.output)
            assert "forfeit" not in result.output
            if words[:2] == ["run-league", "--dry-run"]:
                assert "80 matches" in result.output
    names = [line.split()[1] for line in arena("standings", "results/league").stdout.splitlines()[1:5]]
    assert ({*names[:2]}, {*names[2:]}) == ({"greedy", "banker"}, {"mybot", "random"})
