"""Tests of `arena sandbox`, and of the messages about the sandbox when a league is played."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.authoring.conformance import check
from arena.authoring.conformance.check import STEPS
from arena.cli.main import main
from arena.sandbox import bubblewrap
from arena.sandbox.level_proof import examined
from tests.cli.conftest import Arena
from tests.end_to_end.processes import records, write_bot
from tests.sandbox.boxes import boxed

FEW = 4
"""The number of steps of `arena check` that a test runs. In the last of these steps, the bot has to choose actions."""
LEAGUE = """
name = "small"
game = "verraeter"
seats = 3
rounds = 1
seed = 7
recall = "process"
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
def test_each_level_is_told_probe_by_probe_and_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(examined())
    # a second real examination would take just as long
    monkeypatch.setattr("arena.cli.commands.bots.sandbox.examined", lambda: found)
    said = CliRunner().invoke(main, ["sandbox"]).stdout
    assert "\nboxed: holds; each bot in a box of its own" in said
    assert "   network      held    a bot has no network\n" in said
    assert "\nleagues here are played with sandbox boxed, rules " in said
    told = json.loads(CliRunner().invoke(main, ["sandbox", "--json"]).stdout)
    assert told["level"] == "boxed"
    assert [level["level"] for level in told["levels"]] == ["boxed+limits", "boxed", "confined", "none"]
    made_of = f"{told['level']}, rules {told['rules']}, Linux {told['kernel']}, bubblewrap {told['bubblewrap']}"
    assert said.endswith(f"sandbox {made_of}\n")
    limits = next(level for level in told["levels"] if level["level"] == "boxed+limits")
    assert all(bool(probe["do"]) is not probe["held"] for probe in limits["probes"])


@boxed
def test_a_league_is_boxed_by_itself_says_so_and_has_the_records_of_one_that_is_not(
    arena: Arena, tmp_path: Path
) -> None:
    found = []
    for line, level in (("", "boxed"), ('sandbox = "none"', "none")):
        Path("league.toml").write_text(LEAGUE.replace('sandbox = "boxed"', line))
        run = arena("run-league", "league.toml", "--workers", "1")
        assert run.exit_code == 0, run.output
        assert ("sandbox: boxed (arena sandbox shows more)\n" in run.stderr) == (level == "boxed")
        assert f"  sandbox {level}, " in arena("standings", "results/small", "--fairness").stdout
        found.append(records(tmp_path, "small"))
        shutil.rmtree("results")
    assert found[0] == found[1]


def test_a_league_says_what_is_missing_where_its_bots_are_not_boxed(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", "/nowhere/bwrap")
    Path("league.toml").write_text(LEAGUE)
    refused = arena("run-league", "league.toml", "--workers", "1")
    assert refused.exit_code == 1
    assert "the sandbox level boxed does not work on this machine" in refused.stderr
    Path("league.toml").write_text(LEAGUE.replace('sandbox = "boxed"', ""))
    played = arena("run-league", "league.toml", "--workers", "1")
    assert played.exit_code == 0
    (told,) = (line for line in played.stderr.splitlines() if line.startswith("sandbox: "))
    assert told.startswith(("sandbox: confined, ", "sandbox: none, "))
    assert told.endswith(", no higher level works on this machine (arena sandbox shows why)")
    why = CliRunner().invoke(main, ["sandbox"]).stdout
    assert "\nboxed: does not hold; " in why
    assert "do: install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap)\n" in why


@boxed
def test_in_a_check_a_bot_cannot_do_what_a_league_forbids(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "STEPS", STEPS[:FEW])
    write_bot(tmp_path, "nosy", NOSY.format(path=tmp_path / "secret"))
    (tmp_path / "secret").write_text("a rival's card")
    free = arena("play", "verraeter", "nosy", "nosy", "nosy", "--sandbox", "none")
    assert (free.exit_code, "forfeits" in free.stdout) == (0, False)
    boxed = arena("check", "nosy", "--sandbox", "boxed", "--json")
    assert boxed.exit_code == 1
    assert "FileNotFoundError" in boxed.stdout
    assert json.loads(boxed.stdout)["sandbox"] == "boxed"


@boxed
def test_a_match_is_the_same_in_boxes(arena: Arena) -> None:
    match = ("play", "verraeter", "random", "random", "random", "--seed", "3")
    confined, free = arena(*match, "--sandbox", "boxed"), arena(*match)
    assert confined.exit_code == 0
    assert confined.stdout == free.stdout
    assert (confined.stderr.splitlines()[0].split(" (")[0], free.stderr) == ("sandbox: boxed", "")


def test_a_level_that_does_not_hold_is_refused_before_anything_is_started(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", "/nowhere/bwrap")
    for words in ("check random", "play verraeter random random random", "compare random greedy --game verraeter"):
        refused = arena(*words.split(), "--sandbox", "boxed")
        assert refused.exit_code != 0
        assert refused.stdout == ""
        assert "the sandbox level boxed does not work on this machine" in refused.stderr
        assert "apt-get install bubblewrap" in refused.stderr
