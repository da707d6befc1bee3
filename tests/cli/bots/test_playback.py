"""Tests of `arena playback`, which sends a bot the turns of a stored match again."""

import gzip
import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.main import main
from arena.match.replay_reader import record_in
from leaderboards.store import Store, StoredMatch
from tests.cli.conftest import Arena
from tests.end_to_end.processes import arena as run_arena
from tests.end_to_end.processes import random_league, write_bot
from tests.league.leagues import unconfined
from tests.sandbox.boxes import boxed

DYING = """
import sys
from arena.bot import Bot, run

class Dying(Bot):
    turns = 0

    def choose(self, turn):
        self.turns += 1
        if self.turns == 3:
            sys.exit("no idea")
        return turn.legal[0]

run(Dying)
"""
ILLEGAL = """
from arena.bot import Bot, run

class Illegal(Bot):
    def choose(self, turn):
        return 9

run(Illegal)
"""
NOTED = "one of these"


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the results of a finished league, which had three random bots and three matches."""
    folder = tmp_path_factory.mktemp("cup")
    league = random_league(folder, 1)
    noting = (
        (folder / "ann" / "bot.py")
        .read_text()
        .replace("        return", f"        turn.note('{NOTED}')\n        return")
    )
    (folder / "ann" / "bot.py").write_text(noting)
    ended = run_arena(folder, "run-league", str(league), "--workers", "1")
    assert ended.status == 0, ended.err
    write_bot(folder, "dying", DYING)
    write_bot(folder, "illegal", ILLEGAL)
    return folder


@pytest.fixture
def played(cup: Path, arena: Arena, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """Returns a function that calls `arena` in the folder `cup`."""
    monkeypatch.chdir(cup)
    return arena


HANGING = """
from arena.bot import Bot, run

class Hanging(Bot):
    def choose(self, turn):
        while True:
            pass

run(Hanging)
"""


@pytest.mark.parametrize("sandbox", [pytest.param("boxed", marks=boxed), "none"])
def test_a_bot_that_hangs_is_told_with_the_line(
    played: Arena, cup: Path, monkeypatch: pytest.MonkeyPatch, sandbox: str
) -> None:
    monkeypatch.setattr("arena.authoring.playback.BANK_MS", 300)
    if not (cup / "hanging").exists():
        write_bot(cup, "hanging", HANGING)
    result = played("playback", "results/cup", "1", "0", "hanging", "--sandbox", sandbox)
    assert result.exit_code == 1
    assert "Error: hanging failed at turn 1: it did not answer within 0.3 s  [bot-failed]\n" in result.stderr
    assert re.search(r'File ".*bot.py", line [67] in choose', result.stderr)


def stored(cup: Path, number: int) -> StoredMatch:
    with closing(Store.open(cup / "results" / "cup")) as store:
        return store.find(str(number))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_bot_that_draws_from_its_seed_chooses_as_it_did(played: Arena, seat: int) -> None:
    result = played("playback", "results/cup", "1", str(seat), "random")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *notes, last = result.stdout.splitlines()
    assert first.startswith("match ")
    count = last.split()[0]
    anns = first.endswith(", ann")
    assert notes == [f"turn {number:3}  noted then | {NOTED}" for number in range(1, int(count) + 1) if anns]
    assert last == f"{count} of {count} choices are the recorded ones"
    assert int(count) > 15


def test_a_match_is_found_by_its_id(played: Arena, cup: Path) -> None:
    identity = stored(cup, 2).record.spec.id.hex()
    by_id = played("playback", "results/cup", identity[:10], "1", "random")
    assert by_id.exit_code == 0
    assert by_id.stdout == played("playback", "results/cup", "2", "1", "random").stdout


def test_choices_that_differ_are_told_and_the_match_goes_on_as_recorded(played: Arena) -> None:
    result = played("playback", "results/cup", "1", "0", "greedy", "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    told = json.loads(result.stdout)
    by_random = json.loads(played("playback", "results/cup", "1", "0", "random", "--json").stdout)
    assert [choice["recorded"] for choice in told["choices"]] == [choice["chosen"] for choice in by_random["choices"]]
    differing = [choice for choice in told["choices"] if choice["differs"]]
    assert differing
    assert all((choice["chosen"] != choice["recorded"]) == choice["differs"] for choice in told["choices"])
    assert (told["same"], told["of"]) == (len(told["choices"]) - len(differing), len(told["choices"]))
    text = played("playback", "results/cup", "1", "0", "greedy")
    assert text.exit_code == 1
    assert text.stdout.splitlines()[1:-1] == [
        f"turn {choice['turn']:3}  recorded: {choice['recorded']}; now: {choice['chosen']}" for choice in differing
    ]
    assert text.stdout.splitlines()[-1] == f"{told['same']} of {told['of']} choices are the recorded ones"


def test_one_turn_is_shown_before_it_is_sent(played: Arena) -> None:
    result = played("playback", "results/cup", "1", "0", "random", "--at", "4")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[1] == "turn 4, the view:"
    assert any(line.startswith("round: ") for line in lines)
    legal = next(line for line in lines if line.startswith("legal: "))
    assert len(legal.split(", ")) > 1
    (told,) = (line for line in lines if line.startswith("turn   4  recorded: "))
    assert told.split("recorded: ")[1].split("; now: ")[0] in legal
    shown = json.loads(played("playback", "results/cup", "1", "0", "random", "--at", "4", "--json").stdout)["shown"]
    assert shown["turn"] == 4
    assert f"round: {shown['view']['round']}" in lines
    assert legal == f"legal: {', '.join(shown['legal'])}"


def call(text: str, *arguments: str) -> Result:
    """Calls `arena` with `text` as standard input."""
    return CliRunner().invoke(main, unconfined(arguments), prog_name="arena", input=text)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(("at", "turn"), [((), 1), (("--at", "4"), 4)])
def test_with_wait_it_goes_on_when_enter_is_pressed(at: tuple[str, ...], turn: int) -> None:
    result = call("\n", "playback", "results/cup", "1", "0", "random", "--wait", *at)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[1] == f"turn {turn}, the view:"
    (asked,) = (index for index, line in enumerate(lines) if line.startswith("attach a debugger to process "))
    assert int(lines[asked].split()[5].rstrip(",")) > 1
    assert lines[asked].endswith(", then press Enter")
    assert lines[asked + 1].startswith(f"turn {turn:3}  recorded: ")


@pytest.mark.usefixtures("played")
def test_with_json_the_prompt_goes_to_standard_error() -> None:
    result = call("\n", "playback", "results/cup", "1", "0", "random", "--wait", "--json")
    assert json.loads(result.stdout)["shown"]["turn"] == 1
    assert result.stderr.startswith("attach a debugger to process ")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("1", "3", "random"), "no-seat", "give a seat from 0 to 2"),
        (("1", "0", "random", "--at", "99"), "no-turn", "turn 99 does not exist"),
        (("7", "0", "random"), "no-match", "do not contain the match 7"),
        (("1", "0", "hetverraad-builder"), "wrong-game", "plays hetverraad, not verraeter"),
        (("1", "0", "dying"), "bot-failed", "failed at turn 3: the process ended with exit status 1"),
        (("1", "0", "nobody"), "bot-not-found", "the bot nobody was not found"),
    ],
)
def test_what_cannot_be_played_back_is_told(played: Arena, arguments: tuple[str, ...], code: str, words: str) -> None:
    result = played("playback", "results/cup", *arguments)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert words in result.stderr


def test_a_bot_that_dies_is_shown_with_what_it_last_said(played: Arena, cup: Path) -> None:
    assert "\nno idea\n" in played("playback", "results/cup", "1", "0", "dying", "--output", "printed").stderr
    identity = stored(cup, 1).record.spec.id.hex()
    assert (cup / "printed" / "dying" / f"{identity}.txt").read_text() == "no idea\n"


def test_a_note_stands_at_its_step_in_replay_and_playback(played: Arena, cup: Path) -> None:
    names = [entrant.name for entrant in stored(cup, 1).record.spec.entrants]
    again = played("playback", "results/cup", "1", str(names.index("ann")), "ann", "--json")
    choices = json.loads(again.stdout)["choices"]
    assert {tuple(choice["noted"].values()) for choice in choices} == {(NOTED, NOTED)}
    assert played("replay", "results/cup", "1").stdout.count(f"\n        ann noted | {NOTED}\n") == len(choices)


@pytest.fixture
def page(played: Arena, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Returns a match in the JSON format of `arena replay`, and makes every request to a server return this match."""
    document: dict[str, Any] = json.loads(played("replay", "results/cup", "1", "--json").stdout)
    monkeypatch.setattr("arena.cli.server.Server.ask", lambda *_: gzip.compress(json.dumps(document).encode()))
    return document


def test_a_match_of_a_page_is_the_same_and_the_seat_is_the_bots_own(
    played: Arena, cup: Path, page: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = [bot["name"] for bot in page["spec"]["bots"]].index("ann")
    here = stored(cup, 1)
    assert record_in(page) == (here.record, here.notes)
    monkeypatch.setattr("arena.cli.handlers.playback._seed", lambda *_: 0)
    told = played("playback", "https://ladder.example/cup#1", "ann")
    assert told.stdout == played("playback", "results/cup", "1", str(seat), "ann").stdout
    assert "its seed" not in told.stderr
    assert "the bot gets seed 0" in told.stderr


@pytest.mark.parametrize(
    ("bot", "change", "code"),
    [
        ("random", {}, "no-seat"),
        ("ann", {"deal": None}, "bad-document"),
        ("ann", {"bots": []}, "bad-document"),
        ("ann", {"edition": "\x1b[2J"}, "bad-document"),
        ("ann", {"scores": ["1"] * 3}, "bad-document"),
        ("ann", {"scores": [1] * 3}, "bad-record"),
        ("ann", {"rules_version": 99}, "bad-record"),
        ("ann", {"components": "00" * 16}, "other-components"),
    ],
)
def test_what_a_page_tells_is_not_believed(
    played: Arena, page: dict[str, Any], bot: str, change: dict[str, Any], code: str
) -> None:
    page["spec"] |= change
    result = played("playback", "https://ladder.example/cup#1", bot)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize("content", [b"{", b"[" * 100_000, b"\x1f\x8bno gzip", b"[]", b'{"frames": 3}'])
def test_a_page_that_is_no_arenas_is_refused(played: Arena, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("arena.cli.server.Server.ask", lambda *_: content)
    assert "[bad-document]" in played("playback", "https://ladder.example/cup#1", "ann").stderr
    assert "[no-match]" in played("playback", "https://ladder.example/cup", "ann").stderr


def test_a_choice_that_is_not_legal_is_a_difference(played: Arena) -> None:
    result = played("playback", "results/cup", "1", "0", "illegal")
    assert result.exit_code == 1
    assert "; now: 9, not legal" in result.stdout


def test_without_a_seed_in_the_schedule_that_is_told(played: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = type("", (), {"blocks": lambda _: ()})()
    monkeypatch.setattr("arena.cli.handlers.playback.create_schedule", lambda *_: schedule)
    result = played("playback", "results/cup", "1", "0", "random")
    assert result.exit_code == 1  # with another seed, random makes other choices
    assert result.stderr == "the schedule does not have the seed that the bot was given; here the bot gets seed 0\n"
