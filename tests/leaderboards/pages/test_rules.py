"""Tests the page with the rules of a game, and games without written rules."""

import shutil
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.games.finding import add_file
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.site import page_at
from leaderboards.pages.views.rules import Rules, has_rules, rules_addresses
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


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    """Returns the rules of a game that is not built in, written in English and in German."""
    add_file(Path(shutil.copy(pig.__file__, tmp_path / "pig.py")))
    (tmp_path / "RULES.md").write_text("# Pig\n\n- **P-1** Roll.\n")
    (tmp_path / "RULES.de.md").write_text("# Schwein\n\n- **P-1** W\u00fcrfle.\n", "utf-8")
    found = page_at(Collection(()), "rules/pig.html").values["rules"]
    assert isinstance(found, Rules)
    return found


def test_rules_beside_the_file_of_a_game_are_its_page(rules: Rules) -> None:
    # without the heading "Pig": the page has its own title
    assert str(rules.told("en")).strip().startswith('<ul>\n<li id="P-1">')


def test_who_reads_a_language_has_the_rules_in_it_as_far_as_they_are_written_down(rules: Rules) -> None:
    assert [rules.language(one) for one in ("en", "de", "fr")] == ["en", "de", "en"]
    assert "W\u00fcrfle." in rules.told("de")


@pytest.mark.parametrize("game", ["verraeter", "hetverraad"])
def test_rules_for_people_name_no_file_of_a_test(game: str) -> None:
    assert "test_" not in Rules(game).told("en")
    assert "tests/" not in Rules(game).told("en")
