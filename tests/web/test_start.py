"""Tests the start page without a browser: which links it offers to watch, to play and to see the leagues."""

import os
import re
import shutil
from pathlib import Path

import pytest

from arena.games.registry import GAMES
from leaderboards.pages.rendering import html
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.site import page_at
from leaderboards.pages.texts import languages, texts
from tests.tables.people import Person
from tests.web.playing.conftest import table_service
from tests.web.serving import get, serving

REFRESH = '<meta http-equiv="refresh" content="0; url=cup/index.html">'
DOORS = re.compile(r'<h2 id="(\w+)">')


def test_a_site_of_files_has_doors_to_watch_and_to_the_leagues(cup: Path, tmp_path: Path) -> None:
    for name in ("cup", "again"):
        shutil.copytree(cup, tmp_path / name)
    collection = Collection([str(tmp_path)])
    for league in collection.look()[0]:
        league.settle()
    text = html(page_at(collection, "index.html"), texts("en"), live=False)
    collection.close()
    assert DOORS.findall(text) == ["watch", "leagues"]
    assert {"cup/matches/35.html", "cup/index.html"} <= set(re.findall(r'href="([^"]+)"', text))
    assert not re.search('<form|<script|http-equiv="refresh"', text)


def test_who_looks_at_one_league_alone_is_led_to_it(address: str) -> None:
    assert REFRESH in get(f"{address}/").text


@pytest.mark.parametrize("language", languages())
def test_where_there_are_tables_there_is_a_door_to_play_for_each_game(cup: Path, tmp_path: Path, language: str) -> None:
    with serving(cup, table_service=table_service(tmp_path)) as address:
        text = get(f"{address}/{language}/").text
    assert DOORS.findall(text) == ["play", "watch", "leagues"]
    assert re.findall(r'name="game" value="([\w-]+)"', text) == list(GAMES)
    assert "refresh" not in text
    assert f'<noscript><p class="complaint">{texts(language).t("tables.noscript.lobby")}</p></noscript>' in text


def test_tables_are_called_by_names_that_do_nothing(tmp_path: Path) -> None:
    with serving(table_service=table_service(tmp_path)) as address:
        ann = Person(address)
        ann.open(game="verraeter", seats=["greedy", "person", "person"], me=1, name="<b>\u05d0\u05d1</b>")
        for page in ("/", "/tables", f"/tables/{ann.table}"):
            text = ann.ask(page).text
            assert "<bdi>&lt;b&gt;\u05d0\u05d1&lt;/b&gt;</bdi> and greedy" in text
            assert not {"\u2068", "<b>"} & set(re.findall("\u2068(?!.*</title>)|<b>", text))


def test_the_newest_matches_are_those_of_leagues_under_way_and_of_those_played_last(cup: Path, tmp_path: Path) -> None:
    for day, name in enumerate(("later", "first", "a", "b"), 1):
        shutil.copytree(cup, tmp_path / name)
        os.utime(tmp_path / name / "league.db", (0, -day * 86_400 + 1e9))
    collection = Collection([str(tmp_path)])
    leagues = collection.look()[0]
    for league in leagues:
        league.settle()
    text = html(page_at(collection, "index.html"), texts("en"), live=False)
    collection.close()
    word = {Path(league.place).parent.name: league.slug for league in leagues}
    assert re.findall(r'href="([\w-]+)/matches/', text) == [word[name] for name in ("later", "first", "a")]
