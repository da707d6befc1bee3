"""Tests of a page's language: the address determines it, or else the browser's preference."""

import re
from itertools import pairwise
from typing import Final
from urllib.parse import urljoin

import pytest

from leaderboards.pages.texts import NAMES, languages, texts
from tests.web.serving import get

LINK: Final = re.compile(r'<a href="([^"#]+)" lang="(\w+)"')


def test_there_are_four_languages_each_with_its_own_name() -> None:
    assert set(languages()) == set(NAMES) == {"en", "de", "fr", "nl"}


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en;q=0.3,fr;q=0.8", "fr"),
        ("it, fr;q=0.3, nl;q=0.7", "nl"),
        ("tlh,*;q=0.1", "en"),
        ("fr;q=0", "en"),
        ("de;q=x", "en"),
        ("x" * 300, "en"),
        ("", "en"),
    ],
)
def test_a_browser_gets_the_language_it_likes_best(address: str, wish: str, language: str) -> None:
    answer = get(f"{address}/cup/", {"Accept-Language": wish})
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["vary"] == "Accept-Language, Accept-Encoding"


@pytest.mark.parametrize("path", ["/index.html", "/cup/index.html", "/cup/matches/5.html", "/nl/cup/pairs.html"])
def test_each_page_leads_to_itself_in_every_language(address: str, path: str) -> None:
    links = LINK.findall(get(address + path).text)
    assert [language for _, language in links] == list(languages())
    for link, language in links:
        chosen = get(urljoin(address + path, link), {"Accept-Language": "en"})
        assert (chosen.status, chosen.text.count(f'<html lang="{language}">')) == (200, 1)
        for _, again in pairwise(LINK.findall(chosen.text)):
            assert urljoin(urljoin(address + path, link), again[0]).startswith(f"{address}/{again[1]}/")


def test_a_language_that_was_chosen_stays_whatever_the_browser_likes(address: str) -> None:
    page = f"{address}/de/cup/index.html"
    links = re.findall(r'<a href="([^"#]+\.html)"(?! lang)', get(page, {"Accept-Language": "fr"}).text)
    assert links
    for link in sorted(set(links)):
        assert '<html lang="de">' in get(urljoin(page, link), {"Accept-Language": "fr"}).text


def test_what_is_not_there_is_said_in_the_language_that_was_chosen(address: str) -> None:
    answer = get(f"{address}/fr/nothing/x.html")
    assert answer.status == 404
    assert f"<h1>{texts('fr').t('error.title')}</h1>" in answer.text
