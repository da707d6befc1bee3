"""Tests the sentences of pages, in each language, on bots that cannot be compared or that always beat others."""

import re
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from leaderboards.pages.rendering import html
from leaderboards.pages.shown.followed import Analysed, Followed
from leaderboards.pages.texts import languages, texts
from leaderboards.pages.views.bot import bot_page
from leaderboards.pages.views.pairs import pair_page
from leaderboards.pages.views.table import table_page
from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.store import PlayedStore
from tests.leaderboards.results import league, results
from tests.leaderboards.simulated import match_of


@pytest.mark.parametrize("language", languages())
def test_a_table_says_who_cannot_be_compared_and_where_there_is_no_scale(tmp_path: Path, language: str) -> None:
    said = texts(language)
    even, sweep = match_of(("ann", "ben"), (1, 1)), match_of(("ann", "ben", "cid"), (1, 2, 3))
    other = match_of(("cid", "dot"), (1, 2))
    with closing(PlayedStore.create(tmp_path / "league.db", league(3))) as store:
        store.add(results(3))
        followed = Followed(store, "here", "cup")
        followed.settle()
        plain = []
        for matches in ((even, other), (sweep,)):
            followed.analysed = Analysed(9, analyse([BlockOutcome((match,)) for match in matches] * 9, 50))
            plain.append(unescape(html(table_page(followed), said, live=False)).replace("\u00a0", " "))
        bot = html(bot_page(followed, "ben"), said, live=False)
    assert "<dd>- <small>" in bot
    assert said.t("strengths.unrelated", bots="cid", others="ann, ben").replace("\u00a0", " ") in plain[0]
    assert said.t("strengths.unscaled").replace("\u00a0", " ") in plain[1]


@pytest.mark.parametrize("language", languages())
def test_a_table_says_who_is_always_ahead_of_whom(tmp_path: Path, language: str) -> None:
    table = ("ann", "ben", "cid")
    blocks = [BlockOutcome((match_of(table, (1, 2, 2)),))] * 9
    said = texts(language)
    with closing(PlayedStore.create(tmp_path / "league.db", league(3))) as store:
        store.add(results(3))
        followed = Followed(store, "here", "cup")
        followed.settle()
        followed.analysed = Analysed(9, analyse(blocks, 50))
        pages = (table_page(followed), bot_page(followed, "ann"), pair_page(followed, "ann", "ben"))
        shown, bot, pair = (unescape(re.sub(r"<[^>]*>", "", html(page, said, live=False))) for page in pages)
    plain = shown.replace("\u00a0", " ")
    assert said.t("strengths.but", bots="ann").replace("\u00a0", " ") in plain
    assert said.t("strengths.ahead", bots="ann", others=said.t("strengths.others")).replace("\u00a0", " ") in plain
    assert "∞" in bot
    assert said.t("pair.always", ahead="ann", behind="ben").replace("\u00a0", " ") in pair.replace("\u00a0", " ")
