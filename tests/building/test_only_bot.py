"""Tests of finding the bot nearest to the top of a submitted archive. If there is none, or several are equally near,
the error lists what was found and gives advice.
"""

import json
from pathlib import Path

import pytest

from arena.archives.formats import EXPORT
from arena.building.only_bot import only_manifest
from arena.errors import ArenaError
from tests.archives.archives import files
from tests.archives.test_zip import packed

NOTEBOOK = json.dumps({"cells": [{"cell_type": "code"}], "nbformat": 4}).encode()
INIT = "hand in the bot's folder, with a bot.toml as arena init makes one"


def laid(folder: Path, contents: dict[str, bytes]) -> Path:
    """Writes these files into the folder and returns it."""
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("at", ["", "mybot/", "a/b/mybot/"])
def test_a_bot_is_found_beside_what_macos_and_programs_leave(tmp_path: Path, at: str) -> None:
    left = ("__MACOSX/mybot/bot.toml", ".DS_Store", "._mybot", ".git/bot.toml", "node_modules/x/bot.toml")
    laid(tmp_path, dict.fromkeys(left, b"x") | {f"{at}bot.toml": b"", f"{at}._bot.toml": b"x"})
    assert only_manifest(tmp_path) == tmp_path / f"{at}bot.toml"


def test_the_bot_nearest_to_the_top_is_meant(tmp_path: Path) -> None:
    laid(tmp_path, {"mybot/bot.toml": b"", "mybot/old/bot.toml": b""})
    assert only_manifest(tmp_path) == tmp_path / "mybot" / "bot.toml"


@pytest.mark.parametrize(
    ("contents", "sentence", "hint"),
    [
        ({"__MACOSX/a": b"", ".DS_Store": b""}, "the hand-in does not contain a bot.toml; it has no files", INIT),
        (
            {"x.ipynb": NOTEBOOK},
            "the hand-in does not contain a bot.toml; it has x.ipynb alone, which is a Jupyter notebook",
            EXPORT,
        ),
        (
            {"b/x.ipynb": NOTEBOOK, "b/a.csv": b""},
            "the hand-in does not contain a bot.toml; it has b/a.csv, b/x.ipynb",
            EXPORT,
        ),
        (
            {"bot.zip": packed(("bot.toml", b""))},
            "the hand-in does not contain a bot.toml; it has bot.zip alone, which is a zip",
            "unpack bot.zip, pack only the bot's folder, and hand in that archive",
        ),
        (
            {"a/bot.tar": files(a=b""), "__MACOSX/._a": b""},
            "the hand-in does not contain a bot.toml; it has a/bot.tar alone, which is a tar",
            "unpack a/bot.tar, pack only the bot's folder, and hand in that archive",
        ),
        (
            {"bot.py": b"import random\n"},
            "the hand-in does not contain a bot.toml; it has bot.py alone, which is a Python program",
            INIT,
        ),
        ({"x.bin": b"\0\1"}, "the hand-in does not contain a bot.toml; it has x.bin alone", INIT),
        (
            {"b/bot.toml.txt": b"", "b/bot.py": b""},
            "the hand-in does not contain a bot.toml; it has b/bot.py, b/bot.toml.txt",
            "rename b/bot.toml.txt to bot.toml, and hand in the bot again",
        ),
        (
            {f"d/{number}": b"" for number in range(8)} | {"z.py": b""},
            "the hand-in does not contain a bot.toml; it has z.py, d/0, d/1, d/2 and 5 more files",
            INIT,
        ),
        ({"\x1b[2J": b"", "x" * 90: b""}, f"the hand-in does not contain a bot.toml; it has ?[2J, {'x' * 80}...", INIT),
        (
            {"a/bot.toml": b"", "b/bot.toml": b""},
            "the hand-in contains 2 bots instead of one: a/bot.toml, b/bot.toml",
            "hand in each bot in an archive of its own",
        ),
    ],
)
def test_what_there_is_instead_is_told(tmp_path: Path, contents: dict[str, bytes], sentence: str, hint: str) -> None:
    with pytest.raises(ArenaError) as caught:
        only_manifest(laid(tmp_path, contents))
    error = caught.value
    assert (error.code, error.message, error.hint) == ("no-manifest", sentence, hint)
