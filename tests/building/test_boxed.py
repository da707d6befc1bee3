"""Tests that the error does not blame the bot if the sandbox for its build cannot be made."""

from pathlib import Path

import pytest

from arena.building.building import build_copy
from arena.building.builds.build_limits import Terms
from arena.building.manifest import read_manifest
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.program import Prepared, Program
from tests.building.built_bots import write_built_bot


@pytest.mark.parametrize(
    ("instead", "code", "said"),
    [
        ("echo bwrap: no new namespace >&2; exit 1", "no-sandbox", "bwrap: no new namespace"),
        ("printf x; echo bwrap: it was the build >&2; exit 1", "build-failed", "exit status 1"),
        ("/none", "no-sandbox", "/none"),
    ],
)
def test_a_box_that_cannot_be_made_is_nobodys_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instead: str, code: str, said: str
) -> None:
    def prepared(self: Box, program: Program) -> Prepared:
        return Prepared(("/bin/sh", "-c", instead), (), tmp_path)

    monkeypatch.setattr(Box, "prepared", prepared)
    bot = read_manifest(write_built_bot(tmp_path, "true"))
    with pytest.raises(ArenaError) as failed:
        build_copy(bot, terms=Terms(Level.BOXED))
    assert failed.value.code == code
    assert said in failed.value.message


def test_a_program_that_cannot_be_started_is_its_authors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepared(self: Box, program: Program) -> Prepared:
        return Prepared(("/bin/sh", "-c", "x" * (1 << 18)), (), tmp_path)

    monkeypatch.setattr(Box, "prepared", prepared)
    with pytest.raises(ArenaError, match="Argument list too long"):
        build_copy(read_manifest(write_built_bot(tmp_path, "true")), terms=Terms(Level.BOXED))
