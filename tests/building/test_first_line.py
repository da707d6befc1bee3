"""Tests that, if the system cannot start a bot's program, the error names the program's flaw, not just the system's
message.
"""

from pathlib import Path

import pytest

from arena.building.manifest import read_manifest
from arena.errors import ArenaError

PYTHON = b"#!/usr/bin/env python3\n"


def bot(folder: Path, program: bytes, *, mode: int = 0o755, more: str = "") -> Path:
    """Writes a bot whose command is the script `program`; returns the path of its manifest, which ends with `more`."""
    (folder / "bot.py").write_bytes(program)
    (folder / "bot.py").chmod(mode)
    (folder / "bot.toml").write_text(f'name = "mine"\ncommand = ["./bot.py"]\n{more}')
    return folder / "bot.toml"


@pytest.mark.parametrize(
    ("program", "mode", "sentence", "hint"),
    [
        (
            b"#!/usr/bin/env python3\r\nprint()\r\n",
            0o755,
            "whose first line has the line end of Windows (CR LF)",
            "(LF)",
        ),
        (b"#!/bin/sh\r\n", 0o755, "whose first line has the line end of Windows (CR LF)", "(LF)"),
        (b"\xef\xbb\xbf" + PYTHON, 0o755, "begins with a byte order mark before #!", "without a byte order mark"),
        (
            PYTHON,
            0o644,
            "which may not be run",
            'chmod +x bot.py), or name a program that runs it: command = ["{python}"',
        ),
    ],
)
def test_what_keeps_a_program_from_starting_is_named(
    tmp_path: Path, program: bytes, mode: int, sentence: str, hint: str
) -> None:
    with pytest.raises(ArenaError) as caught:
        read_manifest(bot(tmp_path, program, mode=mode))
    error = caught.value
    assert error.code == "bad-manifest"
    assert error.message.startswith(f"{tmp_path}/bot.toml: command starts ./bot.py, ")
    assert sentence in error.message
    assert hint in str(error.hint)


@pytest.mark.parametrize(
    "program",
    [PYTHON, b"#!/usr/bin/env -S python3 -u\r\n", b"#!/usr/bin/env python3\nprint('a')\r\n", b"\x7fELF\r\n", b""],
)
def test_a_program_that_the_system_starts_is_taken(tmp_path: Path, program: bytes) -> None:
    assert read_manifest(bot(tmp_path, program)).startable()


def test_a_build_may_let_its_program_be_run_but_mends_no_line(tmp_path: Path) -> None:
    build = 'build = ["chmod", "+x", "bot.py"]\n'
    assert read_manifest(bot(tmp_path, PYTHON, mode=0o644, more=build)).name == "mine"
    with pytest.raises(ArenaError, match="CR LF"):
        read_manifest(bot(tmp_path, b"#!/bin/sh\r\n", mode=0o644, more=build))
