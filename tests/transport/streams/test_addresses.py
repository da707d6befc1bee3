"""Tests of the address to which a bot's process connects."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.transport.streams.server import address_in
from tests.transport.hosting import play, random_bot
from tests.transport.matches.table import THREE


@pytest.mark.parametrize("length", range(80, 100))
def test_all_sockets_of_a_folder_are_files_or_none_is(length: int) -> None:
    folder = Path("/" + "f" * (length - 1))
    kinds = {address_in(folder, number, "mine", confined=False).partition(":")[0] for number in (1, 99, 100, 9_999_999)}
    assert len(kinds) == 1


def test_a_short_path_is_a_file() -> None:
    assert address_in(Path("/tmp/arena-abcdefgh"), 7, "mine", confined=True) == "unix:/tmp/arena-abcdefgh/7.socket"


def test_a_confined_bot_that_could_dial_no_file_is_not_started_and_not_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("f" * 90)
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    launches = [replace(random_bot(name), box=Box(Level.CONFINED)) for name in THREE]
    with pytest.raises(ArenaError) as error:
        play(launches, [THREE])
    assert error.value.code == "no-socket"
    assert "the bot first runs in a sandbox" in error.value.message
    assert error.value.hint
    assert "TMPDIR" in error.value.hint
