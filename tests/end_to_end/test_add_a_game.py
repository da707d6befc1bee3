"""Tests of the documentation pages about adding games: each file on a page is written, and each command is run, in
order.
"""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Arena, arena
from tests.end_to_end.test_docs import BLOCK
from tests.games.outside.known import forget_games
from tests.installed import TREE

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("forget_games")]
__all__ = ["arena", "forget_games"]
FILE = re.compile(r"# ([\w/]+\.\w+)\n")
LEFT_OUT = ("serve", "--me")
"""The test leaves out each command with one of these words, because it runs until it is interrupted. Other tests run
these commands.
"""


@pytest.mark.parametrize(
    ("page", "league", "best"), [("add-a-game.md", "pig", "careful"), ("openspiel.md", "leduc", "bold")]
)
def test_what_stands_on_the_page_works(arena: Arena, tmp_path: Path, page: str, league: str, best: str) -> None:
    if page == "openspiel.md":
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'bot-arena[openspiel]'")
    done = 0
    for block in BLOCK.findall((TREE / "docs" / page).read_text("utf-8")):
        if named := FILE.match(block):
            file = tmp_path / named[1]
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.removeprefix(named[0]), "utf-8")
            continue
        for line in block.splitlines():
            words = shlex.split(line)[1:]
            if not any(word in words for word in LEFT_OUT):
                result = arena(*words)
                assert result.exit_code == 0, (line, result.output)
                assert "forfeit" not in result.output
                done += 1
    assert done > 3
    standings = arena("standings", f"results/{league}").stdout
    assert standings.splitlines()[1].split()[1] == best
