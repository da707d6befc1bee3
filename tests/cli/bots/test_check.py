"""Tests of `arena check`: its output and its exit status."""

import json
import socket
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from arena.authoring.conformance import check
from arena.authoring.conformance.check import PREPARATIONS, STEPS
from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot
from tests.sandbox.boxes import boxed

FEW = 3
NAMES = [step.name for step in (*PREPARATIONS, *STEPS)]
RUDE = "import sys\nprint('\\x1b[2Jno idea\\x00', file=sys.stderr)\nsys.exit(4)\n"


@pytest.fixture
def dud(tmp_path: Path) -> None:
    """Creates a bot that does not start, and that prints an error with terminal control codes."""
    write_bot(tmp_path, "dud", RUDE)


@boxed
def test_a_house_bot_is_ready_in_a_box_and_its_steps_are_told(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """`arena check` reports each step of its check of a house bot in a sandbox. This test runs only the first steps;
    tests/authoring/conformance/test_check_house_bots.py runs all steps in sandboxes.
    """
    monkeypatch.setattr(check, "STEPS", STEPS[:FEW])
    result = arena("check", "bare-random", "--sandbox", "auto")
    assert result.exit_code == 0, result.stdout
    assert result.stderr.splitlines()[0] == "sandbox: boxed (arena sandbox shows more)"
    *lines, last = result.stdout.splitlines()
    assert [line.split()[1] for line in lines] == NAMES[: len(PREPARATIONS) + FEW]
    assert {line.split()[2] for line in lines if line.split()[1] != "build"} == {"pass"}
    assert lines[1].split(None, 3)[2:] == ["skipped", "its bot.toml has no build"]
    assert last.startswith("bare-random: ready, ")


@pytest.mark.usefixtures("dud")
def test_a_step_that_fails_says_what_was_expected_what_happened_and_what_to_do(arena: Arena) -> None:
    result = arena("check", "dud")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    at = next(index for index, line in enumerate(lines) if line.split()[1:3] == ["start", "fail"])
    assert lines[at + 1].startswith("   expected: the program starts, opens a stream")
    assert lines[at + 2] == "   happened: the process ended with exit status 4 before it said hello"
    assert lines[at + 3].startswith("   do: run `command` of bot.toml in a copy of")
    # the bot printed ESC, which must not reach the terminal
    assert lines[at + 4 : at + 6] == ["   its last output:", "   ?[2Jno idea?"]
    assert lines[at + 6].split(None, 3)[1:] == ["handshake", "skipped", "it did not start"]
    assert lines[-1].startswith("dud: failed in start, ")


@pytest.mark.usefixtures("dud")
def test_the_outcome_is_told_as_json(arena: Arena) -> None:
    result = arena("check", "dud", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["bot"], told["passed"]) == ("dud", False)
    assert [step["name"] for step in told["steps"]] == NAMES
    assert [step["verdict"] for step in told["steps"]] == ["pass", "skipped", "fail", *["skipped"] * (len(NAMES) - 3)]
    start = told["steps"][2]
    assert list(start) == [
        "number", "name", "verdict", "seconds", "detail", "expected", "happened", "advice", "output"
    ]  # fmt: skip
    assert start["output"].startswith("\x1b[2Jno idea")


@pytest.mark.usefixtures("dud")
def test_the_outcome_is_written_as_junit(arena: Arena, tmp_path: Path) -> None:
    result = arena("check", "dud", "--junit", "out.xml")
    assert result.exit_code == 1
    suite = ET.parse(tmp_path / "out.xml").getroot()
    assert [case.get("name") for case in suite] == NAMES
    assert suite.get("failures") == "1"
    assert suite[2].findtext("system-out") == "?[2Jno idea?"


def test_a_junit_file_that_cannot_be_written_is_told_before_the_bot_is_tried(arena: Arena) -> None:
    result = arena("check", "random", "--junit", "nowhere/out.xml")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "[no-junit]" in result.stderr


def test_a_bot_that_is_not_there_fails_in_the_first_step(arena: Arena) -> None:
    result = arena("check", "nobody")
    assert result.exit_code == 1
    first, *rest = result.stdout.splitlines()
    assert first.split() == ["1", "manifest", "fail"]
    assert "happened: the bot nobody was not found" in rest[1]
    assert result.stdout.count("skipped  its manifest cannot be read") == len(NAMES) - 1


@boxed
def test_a_build_that_fetches_something_passes_where_it_may_and_fails_where_it_may_not(
    arena: Arena, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        write_bot(tmp_path, "far", "pass\n")
        manifest = tmp_path / "far" / "bot.toml"
        script = f"exec 3<>/dev/tcp/127.0.0.1/{server.getsockname()[1]}"
        manifest.write_text(f"{manifest.read_text()}\nbuild = ['bash', '-c', '{script}']\n")
        for network, verdict in (((), "pass"), (("--build-network", "none"), "fail")):
            told = json.loads(arena("check", "far", "--sandbox", "boxed", *network, "--json").stdout)
            assert told["steps"][1]["verdict"] == verdict
