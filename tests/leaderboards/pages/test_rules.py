"""The page with the rules of a game, and what is said where none are written down."""

import shutil
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.games.finding import add_file
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.site import page_at
from leaderboards.pages.views.rules import has_rules, rules_addresses
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def test_a_game_without_written_rules_has_no_page_of_them(tmp_path: Path) -> None:
    add_file(Path(shutil.copy(pig.__file__, tmp_path / "pig.py")))
    assert not has_rules("pig")
    assert not has_rules("nothing")
    assert "rules/pig.html" not in rules_addresses()
    with pytest.raises(ArenaError) as caught:
        page_at(Collection(()), "rules/pig.html")
    assert caught.value.code == "no-page"


def test_rules_beside_the_file_of_a_game_are_its_page(tmp_path: Path) -> None:
    add_file(Path(shutil.copy(pig.__file__, tmp_path / "pig.py")))
    (tmp_path / "RULES.md").write_text("# Pig\n\n- **P-1** Roll.\n")
    assert '<li id="P-1">' in str(page_at(Collection(()), "rules/pig.html").values["rules"])
