"""Tests that a league from the source tree has the same records with sandboxes as without sandboxes."""

import re
import shutil
from pathlib import Path

import pytest

from arena.building.house import house_bots
from tests.cli.conftest import Arena, arena
from tests.end_to_end.processes import records
from tests.sandbox.boxes import boxed
from tests.suite.sizes import full

__all__ = ["arena"]
pytestmark = [boxed, full, pytest.mark.slow, pytest.mark.timeout(1_800)]
# In `make test`, tests/cli/bots/test_sandbox.py checks that a smaller league has the same records in boxes.


@pytest.mark.parametrize(("league", "blocks"), [("house", 2), ("languages", 9)])
def test_a_league_has_the_same_records_in_boxes(arena: Arena, tmp_path: Path, league: str, blocks: int) -> None:
    """A shipped league, shortened to this number of blocks, has the same records with and without sandboxes."""
    text = (house_bots() / f"{league}-league.toml").read_text()
    text = text.replace('"python/', '"')  # from this folder, house bots are found by their names only
    text, found = re.subn(r"^blocks = \d+$", f"blocks = {blocks}", text, flags=re.MULTILINE)
    assert found == 1
    played = {}
    for sandbox, workers in (("auto", "2"), ("none", "1")):
        Path("all.toml").write_text(
            text.replace("\n\n[clock]", f'\nrecall = "none"\nsandbox = "{sandbox}"\n\n[clock]', 1)
        )
        said = arena("run-league", "all.toml", "--workers", workers)
        assert said.exit_code == 0, said.output
        assert ("sandbox: boxed" in said.stderr) == (sandbox == "auto")
        played[sandbox] = records(tmp_path, league)
        shutil.rmtree("results")
    assert played["auto"] == played["none"]
