"""Tests of the page that explains a league's figures, and of the pages that are updated only while their league can
change.
"""

import re
from contextlib import closing
from pathlib import Path

import pytest

from leaderboards.pages.rendering import html
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.site import LEAGUE_PAGES
from leaderboards.pages.texts import languages, texts
from leaderboards.pages.views.numbers import numbers_page
from leaderboards.store import PlayedStore, Store
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.leagues import write

MOST_WORDS = 500
TAG = re.compile(r"<[^>]*>")


def words_of(text: str) -> str:
    """Returns the text of a page's main part on one line."""
    main = re.search("<main[^>]*>(.*)</main>", text, re.DOTALL)
    assert main
    return " ".join(TAG.sub(" ", main[1]).split())


@pytest.fixture(scope="module")
def league(cup: Path) -> Followed:
    found = Followed(Store.open(cup), "RESULTS", "cup")
    found.settle()
    return found


@pytest.mark.parametrize("language", languages())
def test_it_tells_the_league_s_own_figures_in_few_words(league: Followed, language: str) -> None:
    said = words_of(html(numbers_page(league), texts(language), live=True))
    best = league.standings().lines[0]
    assert best.strength
    known, strength = texts(language), best.strength
    assert strength.elo is not None
    for figure in (strength.elo, strength.low, strength.high):
        assert known.number(figure, 0, sign=True) in said
    assert known.number(best.mean_score, 2) in said
    assert known.number(best.rating.mu, 2) in said
    assert len(said.split()) < MOST_WORDS


def test_before_strengths_are_bounded_it_has_no_example(tmp_path: Path) -> None:
    write(
        tmp_path / "cup",
        league_of("ann", "ben", "cid", rounds=1),
        list(played(league_of("ann", "ben", "cid", rounds=1))),
    )
    with closing(Store.open(tmp_path / "cup")) as store:
        league = Followed(store, "here", "cup")
        league.settle()
        said = words_of(html(numbers_page(league), texts("en"), live=True))
    assert "there is no example here" in said
    assert "∞" not in said


@pytest.mark.parametrize("page", LEAGUE_PAGES)
def test_a_page_follows_its_league_only_while_it_can_change(tmp_path: Path, league: Followed, page: str) -> None:
    finished = html(LEAGUE_PAGES[page](league), texts("en"), live=True)
    assert "data-live=" not in finished
    assert "data-live-status" not in finished
    assert "finished" in words_of(finished)
    with closing(PlayedStore.create(tmp_path / "league.db", league_of("ann", "ben", "cid", rounds=2))) as store:
        store.add(list(played(league_of("ann", "ben", "cid", rounds=2)))[:3])
        playing = Followed(store, "here", "cup")
        playing.settle()
        followed = html(LEAGUE_PAGES[page](playing), texts("en"), live=True)
    assert "data-live=" in followed
    assert "data-live-status" in followed
