"""Tests the texts of pages: every sentence exists in every language, and no sentence is unused."""

import re
from pathlib import Path
from string import Formatter

import pytest

import leaderboards.pages
from leaderboards.pages.rendering import kept
from leaderboards.pages.texts import Sentence, languages, plural, texts
from leaderboards.pages.translated_messages import MARK

TEMPLATES = Path(leaderboards.pages.__file__).parent / "templates"
KEY = re.compile(r'\bt\("([a-z._0-9]+)"(?=[,) ])(?! ~)')
CHOSEN = re.compile(r'"([a-z_]+\.[a-z._]+)" (?:if|else)|else "([a-z_]+\.[a-z._]+)"')
BEGUN = re.compile(r'\bt\("([a-z._]+\.)" ~')


def _said() -> str:
    return "".join(path.read_text() for path in TEMPLATES.glob("*.html"))


def _places(sentence: Sentence) -> set[str]:
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_no_template_says_what_is_in_no_catalogue_and_nothing_is_left_over() -> None:
    said = _said()
    keys = {*KEY.findall(said), *(first or second for first, second in CHOSEN.findall(said))}
    begun = tuple(BEGUN.findall(said))
    there = set(texts("en").sentences)
    assert keys - there == set()
    assert {key for key in there - keys if not key.startswith((*begun, MARK))} == set()


@pytest.mark.parametrize("language", languages())
def test_each_language_says_the_same_things_of_the_same_values(language: str) -> None:
    english, sentences = texts("en").sentences, texts(language).sentences
    assert sentences.keys() == english.keys()
    assert {key for key in english if _places(english[key]) - {"count"} != _places(sentences[key]) - {"count"}} == set()
    assert all("other" in sentence for sentence in sentences.values() if isinstance(sentence, dict))


@pytest.mark.parametrize("language", languages())
def test_numbers_and_plurals_are_the_languages(language: str) -> None:
    assert texts(language).number(-0.2, sign=True) == "+0"
    assert texts(language).number(-1234.5, 2)[1:] == ("1234.50" if language == "en" else "1234,50")
    assert plural(language, 1) == "one"
    assert plural(language, 0) == ("one" if language == "fr" else "other")


def test_whole_numbers_in_a_sentence_are_grouped() -> None:
    assert texts("en").t("progress.of", blocks=1412, count=25_000) == "after block 1,412 of 25,000"


def test_no_line_ends_before_a_unit_or_beside_the_signs_of_french() -> None:
    assert (
        kept("95 % in 0.5 s, 3 ms; 2 \u00d7 « oui » ?")
        == "95\u00a0% in 0.5\u00a0s, 3\u00a0ms; 2\u00a0\u00d7 «\u00a0oui\u00a0»\u00a0?"
    )
    assert kept("5 seats and 2 more") == "5 seats and 2 more"
