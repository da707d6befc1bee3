"""Tests of a replay in a single file, which opens from disk and loads nothing else."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.errors import ArenaError
from arena.games.registry import BUILT_IN
from leaderboards.pages.assets import asset_names
from leaderboards.pages.files.bundle import bundle
from leaderboards.pages.files.single import write_match
from tests.suite.sizes import ALL
from tests.web.axe import violations
from tests.web.leagues import SCRIPT, write_city, write_hostile
from tests.web.replaying.test_replay import opening, step

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENTRIES = ("match/browser/replay.js", *(f"games/{game}/browser/board.js" for game in BUILT_IN))


def write(results: Path, ordinal: int, out: Path, language: str = "en") -> str:
    """Writes the replay of a match as one file; returns the file's text."""
    write_match([str(results)], ordinal, out, language)
    return out.read_text("utf-8")


def test_it_opens_from_disk_and_is_stepped_through_with_any_eyes(browser: "Browser", cup: Path, tmp_path: Path) -> None:
    write(cup, 5, tmp_path / "a match.html", "de")
    page = browser.new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: pytest.fail(said.text))
    page.goto((tmp_path / "a match.html").as_uri())
    page.locator(".viewer").wait_for()
    assert page.locator(".circle .place").count() == 12
    page.locator(".viewer").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert step(page) == "6"
    for eyes in ("table", "2"):
        page.locator("select[name=eyes]").select_option(eyes)
        page.wait_for_url(f"**eyes={eyes}")
        assert page.locator(".seat .card.back").count() > 0
    assert step(page) == "6"
    assert page.locator("html").get_attribute("lang") == "de"
    assert len(asked) == 1
    page.context.close()


def test_a_city_opens_from_disk(browser: "Browser", tmp_path: Path) -> None:
    write_city(tmp_path / "city")
    write(tmp_path / "city", 0, tmp_path / "match.html")
    page = opening(browser, f"{(tmp_path / 'match.html').as_uri()}?step=40")
    assert page.locator(".city .area").count() == 48
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert not ALL or violations(page, 0) == []  # `make test`: test_kinds.py checks the same page from a server
    page.context.close()


def test_it_says_no_more_than_letters_where_strangers_speak(browser: "Browser", tmp_path: Path) -> None:
    write_hostile(tmp_path / "cup")
    text = write(tmp_path / "cup", 0, tmp_path / "match.html")
    assert SCRIPT not in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", text)
    page = opening(browser, (tmp_path / "match.html").as_uri())
    page.locator(".viewer").press("End")
    assert "owned" not in page.title()
    page.context.close()


def test_it_is_the_same_again_and_leads_nowhere(cup: Path, tmp_path: Path) -> None:
    first = write(cup, 5, tmp_path / "one.html")
    assert write(cup, 5, tmp_path / "two.html") == first
    assert write(cup, 5, tmp_path / "one.html") == first
    assert not re.search(r'(?:href|src)="[^#"]', first)
    assert str(cup) not in first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.html", "two.html"]


def test_a_file_of_somebody_else_is_refused(cup: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("mine")
    for out in (tmp_path / "mine.html", tmp_path, tmp_path / "nowhere" / "match.html"):
        with pytest.raises(ArenaError) as error:
            write(cup, 5, out)
        assert error.value.code == "not-a-match"
    assert (tmp_path / "mine.html").read_text() == "mine"


def test_a_match_that_is_not_shown_and_two_leagues_are_refused(cup: Path, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="does not show match 36"):
        write(cup, 36, tmp_path / "match.html")
    write_city(tmp_path / "city")
    with pytest.raises(ArenaError, match="2 leagues were found: cup, city") as error:
        write_match([str(cup), str(tmp_path / "city")], 0, tmp_path / "match.html", "en")
    assert error.value.code == "one-league"
    assert not (tmp_path / "match.html").exists()


@pytest.mark.parametrize("entry", ENTRIES)
def test_each_module_is_written_so_that_it_can_be_bundled(entry: str) -> None:
    text = bundle([entry])
    folder = entry.rpartition("/")[0]
    for name in asset_names():
        if name.rpartition("/")[0] == folder and name.endswith(".js"):
            assert f'modules["inline:/{name}"] = ' in text
