"""Tests the pages of a league with two seats in which the bots play the same two matches again and again."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from arena.league.playing.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.match import Match
from arena.protocol.records import encode_record, encode_timing
from leaderboards.pages.rendering import Page, html
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import Texts, languages, texts
from leaderboards.pages.views.bot import bot_page
from leaderboards.pages.views.pairs import pairs_page
from leaderboards.pages.views.table import table_page
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore
from tests.league.leagues import league_of

LEAGUE = replace(
    league_of("ann", "ben", seats=2, rounds=5), game="connect-four", edition="standard", components="openings = 0\n"
)


def results() -> Iterator[Result]:
    """Yields the results of LEAGUE if both bots always drop their disc in the first column with room; the player who
    begins wins each match.
    """
    fixtures, game = Fixtures(LEAGUE), LEAGUE.create_game()
    for block in create_schedule(LEAGUE).blocks():
        for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True):
            match = Match(assignment.spec, game)
            while match.actor is not None:
                match.choose(match.legal[0])
            yield Result(ordinal, assignment.spec.id, encode_record(match.record()), encode_timing((1, 2), (1, 2)))


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    path: Path = tmp_path_factory.mktemp("cup") / "league.db"
    with closing(PlayedStore.create(path, LEAGUE)) as store:
        for result in results():
            store.add([result])
        followed = Followed(store, "here", "cup")
        followed.settle()
        yield followed


def shown(page: Page, said: Texts) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html(page, said, live=False))))


@pytest.mark.parametrize("language", languages())
def test_the_table_has_what_was_won_and_says_how_many_matches_are_different(followed: Followed, language: str) -> None:
    said = texts(language)
    table, bot = shown(table_page(followed), said), shown(bot_page(followed, "ann"), said)
    assert " ".join(said.t(f"table.{result}") for result in ("matches", "won", "drawn", "lost")) in table
    assert re.search(r" 10 1 0 1 ", table)
    assert re.sub(r"\s+", " ", said.t("table.different", count=2)) in table
    assert "1 · 0 · 1" in bot
    assert said.t("pairs.note", count=1) in shown(pairs_page(followed), said)


def test_pages_and_tables_count_the_same(followed: Followed) -> None:
    table = stored_standings(followed.store)
    assert followed.standings() == table
    assert table.sentence() == "10 matches, 2 different"
    assert (len(followed.beginning.blocks), table.analysis and table.analysis.blocks) == (5, 1)
