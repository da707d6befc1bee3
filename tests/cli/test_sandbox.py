"""`arena sandbox`, and what a league says of its sandbox."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.sandbox import bubblewrap
from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot
from tests.sandbox.boxes import boxed

LEAGUE = """
name = "small"
game = "verraeter"
seats = 3
rounds = 1
seed = 7
sandbox = "boxed"
bots = [{ manifest = "random" }, { manifest = "greedy" }, { manifest = "banker" }]
"""
NOSY = """
from pathlib import Path
from arena.bot import Bot, run

class Nosy(Bot):
    def choose(self, turn):
        Path("{path}").read_text()
        return turn.legal[0]

run(Nosy)
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


@boxed
def test_a_check_is_boxed_and_says_so(arena: Arena) -> None:
    result = arena("check", "bare-random", "--sandbox", "auto", "--json")
    assert result.exit_code == 0, result.stdout
    assert result.stderr.startswith("sandbox: boxed, rules ")
    assert json.loads(result.stdout)["sandbox"] == "boxed"


@boxed
def test_in_a_check_a_bot_cannot_do_what_a_league_forbids(arena: Arena, tmp_path: Path) -> None:
    write_bot(tmp_path, "nosy", NOSY.format(path=tmp_path / "secret"))
    (tmp_path / "secret").write_text("a rival's card")
    assert arena("check", "nosy", "--sandbox", "none").exit_code == 0
    boxed = arena("check", "nosy", "--sandbox", "boxed")
    assert boxed.exit_code == 1
    assert "FileNotFoundError" in boxed.stdout


@boxed
def test_a_match_is_the_same_in_boxes(arena: Arena) -> None:
    match = ("play", "verraeter", "random", "random", "random", "--seed", "3")
    confined, free = arena(*match, "--sandbox", "boxed"), arena(*match)
    assert confined.exit_code == 0
    assert confined.stdout == free.stdout
    assert (confined.stderr.splitlines()[0].split(",")[0], free.stderr) == ("sandbox: boxed", "")


def test_a_level_that_does_not_hold_is_refused_before_anything_is_started(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", "/nowhere/bwrap")
    for words in ("check random", "play verraeter random random random", "compare random greedy --game verraeter"):
        refused = arena(*words.split(), "--sandbox", "boxed")
        assert refused.exit_code != 0
        assert refused.stdout == ""
        assert "sandbox boxed does not hold on this machine" in refused.stderr
        assert "apt-get install bubblewrap" in refused.stderr
