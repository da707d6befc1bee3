"""Tests that a hand-in's manifest may refer only to its own files and to installed programs, not to other files of the
machine.
"""

import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.course.handins.content import packed, unpack_bot
from arena.errors import ArenaError


def handed_in(keys: Mapping[str, object], **files: str) -> bytes:
    lines = [f"{key} = {json.dumps(value)}" for key, value in ({"name": "mine"} | {**keys}).items()]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in {"bot.toml": "\n".join(lines), "bot.py": "", **files}.items():
            entry = tarfile.TarInfo(f"bot/{name}")
            entry.size, entry.mode = len(text), 0o644
            archive.addfile(entry, io.BytesIO(text.encode()))
    return buffer.getvalue()


def test_a_hand_in_names_nothing_that_lies_elsewhere(tmp_path: Path) -> None:
    rival = tmp_path / "rival" / "bin" / "program"
    rival.parent.mkdir(parents=True)
    rival.write_text("#!/bin/sh\n")
    rival.chmod(0o755)
    (tmp_path / "rival" / "bot").mkdir()
    own = ["{python}", "bot.py"]
    for number, (key, keys) in enumerate(
        (
            ("command", {"command": [str(rival)]}),
            ("command", {"command": ["../../rival/bin/program"]}),
            ("build", {"command": own, "build": [str(rival)]}),
            ("needs", {"command": own, "needs": [str(rival)]}),
            ("needs", {"command": own, "needs": ["../../rival/bin/program"]}),
            ("sources", {"command": own, "sources": ["../../rival"]}),
            ("build", {"command": own, "build": [".\\build.bat"]}),
            ("command", {"command": ["bin\\bot"]}),
        )
    ):
        with pytest.raises(ArenaError, match=f"bot.toml: {key} has ") as caught:
            unpack_bot(handed_in(keys), tmp_path / str(number), "calm-crane", "verraeter")
        assert caught.value.code == "bad-manifest"


def test_a_zip_of_an_old_windows_tool_is_a_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "s7001.zip", "w") as archive:
        archive.writestr("mine\\bot.toml", 'name = "mine"\ncommand = ["{python}", "bot.py"]\n')
        archive.writestr("mine\\data\\w.txt", "")
    bot = unpack_bot(packed(tmp_path / "s7001.zip"), tmp_path / "into", "calm-crane", "verraeter")
    assert [name for name, _ in bot.files()] == ["bot.toml", "data/w.txt"]


def test_a_folder_that_was_handed_in_says_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("hello")
    with pytest.raises(ArenaError, match="alone, which is a text file") as caught:
        unpack_bot(packed(tmp_path / "mine"), tmp_path / "into", "calm-crane", "verraeter")
    assert caught.value.code == "no-manifest"


def test_a_hand_in_runs_what_it_brings_and_what_is_installed(tmp_path: Path) -> None:
    archive = handed_in({"command": ["./start"], "needs": ["sh"]}, start="#!/bin/sh\n")
    bot = unpack_bot(archive, tmp_path / "one", "calm-crane", "verraeter")
    assert (bot.name, bot.command, bot.needs) == ("calm-crane", ("./start",), ("sh",))
