"""Tests of the options of `arena stdio`, and of the house bots that play through this command."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.bot import stdio as bridge
from arena.bot.json_lines import choices_in
from arena.building.manifest import read_manifest
from tests.cli.conftest import Arena
from tests.suite.sizes import latin

BOTS = Path(__file__).parents[3] / "bots" / "stdio"
PROGRAMS = {"awk-random": "awk", "shell-first": "sh"}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replaces the bridge, which runs a bot's program and connects it to the arena, by a function that starts nothing.
    Returns the list of the arguments of all calls of this function.
    """
    calls: list[Any] = []
    monkeypatch.setattr(bridge, "run", lambda *call, names, words: calls.append((*call, names, words)))
    return calls


def test_the_command_follows_two_dashes_and_has_options_of_its_own(arena: Arena, started: list[Any]) -> None:
    assert arena("stdio", "--", "awk", "-f", "bot.awk", "--max-matches", "x", "--help").exit_code == 0
    assert arena("stdio", "--max-matches", "8", "--names", "--", "./bot").exit_code == 0
    assert arena("stdio", "--words", "--", "./bot").exit_code == 0
    own = ("awk", "-f", "bot.awk", "--max-matches", "x", "--help")
    assert started == [(own, 1, False, False), (("./bot",), 8, True, False), (("./bot",), 1, False, True)]


def test_the_dashes_may_be_left_out_before_a_plain_name(arena: Arena, started: list[Any]) -> None:
    assert arena("stdio", "awk", "-f", "bot.awk").exit_code == 0
    assert started == [(("awk", "-f", "bot.awk"), 1, False, False)]


@pytest.mark.parametrize("arguments", [(), ("--",), ("--max-matches", "0", "--", "awk"), ("--fast", "--", "awk")])
def test_a_wrong_call_is_explained(arena: Arena, started: list[Any], arguments: tuple[str, ...]) -> None:
    result = arena("stdio", *arguments)
    assert result.exit_code == 2
    assert "Usage: arena stdio [OPTIONS] COMMAND..." in result.stderr
    assert started == []


def test_started_by_a_person_it_says_what_it_is(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_ADDRESS", raising=False)
    result = arena("stdio", "--", "awk")
    assert result.exit_code == 1
    assert "This program is a bot; the arena starts it" in result.output


@pytest.mark.parametrize(("name", "game"), latin([*PROGRAMS], ["hetverraad", "verraeter"]))
def test_the_house_bots_play_any_game_and_play_it_the_same_way_again(arena: Arena, name: str, game: str) -> None:
    if not shutil.which(PROGRAMS[name]):
        pytest.skip(f"{PROGRAMS[name]} is not installed")
    match = ("play", game, str(BOTS / name), "random", "random", "--seed", "3")
    result = arena(*match)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "forfeits" not in result.stdout
    assert len(result.stdout.splitlines()) > 20
    assert arena(*match).stdout == result.stdout


def chosen_with(awk: str, seed: int) -> list[str]:
    """Returns the choices of the bot awk-random in twenty turns of a match with this seed.

    `awk`: the command of the awk program that runs the bot.
    """
    legal = ",".join(map(str, range(8300, 8400)))
    lines = [f'{{"batch":{{"starts":[{{"match":1,"seed":"{seed}","verraeter":{{}}}}],"turns":[],"ends":[]}}}}']
    lines += [
        f'{{"batch":{{"starts":[],"turns":[{{"turn_id":{turn},"legal":[{legal}],"bank_ms":9}}]}}}}'
        for turn in range(20)
    ]
    command = (*awk.split(), "-Winteractive", "-f", str(BOTS / "awk-random" / "bot.awk"))
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [choices_in(line.encode()).choices for line in done.stdout.splitlines()]
    assert [list(answer.turn_ids) for answer in answers] == [[turn] for turn in range(20)]
    return [str(action) for answer in answers for action in answer.actions]


@pytest.mark.parametrize("awk", ["awk", "mawk", "gawk", "original-awk", "busybox awk"])
def test_the_random_one_draws_from_the_seed_alone_in_any_awk(awk: str) -> None:
    if not shutil.which(awk.split(maxsplit=1)[0]):
        pytest.skip(f"{awk} is not installed")
    seeds = (0, 5, 123_456, 2**63, 2**64 - 1)
    chosen = [chosen_with(awk, seed) for seed in seeds]
    assert chosen == [chosen_with(awk, seed) for seed in seeds]
    assert len(set(map(tuple, chosen))) == len(seeds)
    drawn = {action for actions in chosen for action in actions}
    assert len(drawn) > 30
    assert all(8300 <= int(action) < 8400 for action in drawn)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_house_bots_are_short(name: str) -> None:
    manifest = read_manifest(BOTS / name / "bot.toml")
    assert len((BOTS / name / manifest.command[-1]).read_text("utf-8").splitlines()) < 20


def test_the_page_explains_the_program_as_it_is() -> None:
    page = (BOTS.parents[1] / "docs" / "write-a-bot" / "stdio.md").read_text("utf-8")
    program = (BOTS / "awk-random" / "bot.awk").read_text("utf-8")
    blocks = page.split("```awk\n")[1:]
    assert len(blocks) == 2
    assert all(block.partition("```")[0] in program for block in blocks)
