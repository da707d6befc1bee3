"""Tests that find unused sentences of catalogues and unused classes of style sheets."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

ROOTS: Final = tuple(Path(str(files(package))) for package in ("arena", "leaderboards"))
CATALOGUES: Final = tuple(sorted(path for root in ROOTS for path in root.rglob("texts/en.json")))
SHEETS: Final = tuple(sorted(path for root in ROOTS for path in root.rglob("*.css")))
ENDINGS: Final = (".js", ".html", ".py", ".json")
OF_PARTS: Final = ("choice.", "deed.")
"""The beginnings of keys that the code completes with an action's kind; these keys count as used."""
SAID: Final = "said: "
"""The beginning of keys that contain an English sentence of the arena; these keys count as used."""
NUMBERED: Final = re.compile(r"seat-\d|s\d")


@pytest.fixture(scope="module")
def sources() -> str:
    """The text of all source files and templates, without the catalogues of sentences."""
    found = [path for root in ROOTS for path in sorted(root.rglob("*")) if path.suffix in ENDINGS]
    return "\n".join(path.read_text("utf-8") for path in found if path.parent.name != "texts")


def test_every_sentence_is_said_somewhere(sources: str) -> None:
    whole = set(re.findall(r"(?<=[\"'`])[\w.-]+(?=[\"'`])", sources))
    begun = {*re.findall(r"(?<=[\"'`])([a-z][\w.-]*\.)(?=\$\{|[\"'`]\s*[~+]|\{)", sources), *OF_PARTS}
    ended = set(re.findall(r"\$\{[^}]*\}(\.[a-z][\w.-]+)(?=[`\"])", sources))
    left = [
        (str(path), key)
        for path in CATALOGUES
        for key in json.loads(path.read_text("utf-8"))
        if not key.startswith((SAID, *begun)) and not key.endswith(tuple(ended)) and key not in whole
    ]
    assert left == []


def test_every_class_of_a_style_sheet_is_some_element_s(sources: str) -> None:
    quoted = " ".join(re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", sources))
    worn = set(re.findall(r"[\w-]+", quoted))
    left = [
        (str(path), name)
        for path in SHEETS
        for selectors in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL))
        for name in re.findall(r"\.([A-Za-z][\w-]*)", selectors)
        if name not in worn and not NUMBERED.fullmatch(name)
    ]
    assert left == []
