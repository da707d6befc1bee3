"""Tests the tone of each language: all its pages address a reader in the same way and use its own punctuation marks."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest

PACKAGES = [Path(str(files(package))) for package in ("arena", "leaderboards")]
FOREIGN = {
    "de": re.compile(r"\bIhnen\b|[^.!?] Ihr(e[mnrs]?)?\b|^Ihr |\w+n Sie\b|\(Sie\)"),
    "fr": re.compile(r"\b(tu|toi|ton|tes|te|ta)\b|'", re.IGNORECASE),
    "nl": re.compile(r"\b(u|uw|uzelf|uwe)\b", re.IGNORECASE),
}
"""The patterns of forms that do not fit the tone of each language's pages: the German formal address, the French
familiar address and typewriter apostrophe, and the Dutch formal address.
"""


def _said(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from chain.from_iterable(_said(one) for one in value.values())


@pytest.mark.parametrize("language", sorted(FOREIGN))
def test_each_language_has_one_tone(language: str) -> None:
    catalogues = [path for package in PACKAGES for path in package.rglob(f"{language}.json")]
    assert len(catalogues) > 5
    said = chain.from_iterable(_said(json.loads(path.read_text("utf-8"))) for path in catalogues)
    assert [sentence for sentence in said if FOREIGN[language].search(sentence)] == []
