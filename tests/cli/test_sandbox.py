"""`arena sandbox`, and what a league says of its sandbox."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import main

boxed = pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed (apt-get install bubblewrap)")
LEAGUE = """
name = "small"
game = "verraeter"
seats = 3
rounds = 1
seed = 7
sandbox = "boxed"
bots = [{ manifest = "random" }, { manifest = "greedy" }, { manifest = "banker" }]
"""


@boxed
def test_each_level_is_told_probe_by_probe() -> None:
    said = CliRunner().invoke(main, ["sandbox"]).stdout
    assert said.startswith("boxed: holds; each bot in a box of its own")
    assert "   network      held    it has no network\n" in said
    assert "\nleagues here are played with sandbox boxed, rules " in said


@boxed
def test_the_same_is_told_as_json() -> None:
    told = json.loads(CliRunner().invoke(main, ["sandbox", "--json"]).stdout)
    assert told["level"] == "boxed"
    assert [level["level"] for level in told["levels"]] == ["boxed", "confined", "none"]


@boxed
def test_a_boxed_league_has_the_records_of_one_that_is_not_and_says_how_it_was_confined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seals = []
    for sandbox in ("boxed", "none"):
        Path("league.toml").write_text(LEAGUE.replace('"boxed"', f'"{sandbox}"'))
        run = CliRunner().invoke(main, ["run-league", "league.toml", "--workers", "1", "--json"])
        assert run.exit_code == 0, run.output
        table = json.loads(run.stdout)
        seals.append([(line["bot"], line["mean_score"], line["faults"]) for line in table["standings"]])
        told = CliRunner().invoke(main, ["standings", "results/small", "--fairness"]).stdout
        assert f"  sandbox {sandbox}, " in told
        shutil.rmtree("results")
    assert seals[0] == seals[1]
