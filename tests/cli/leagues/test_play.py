"""Tests of `arena play`: one match, with each bot in a separate process, is printed in the terminal."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from arena.bot import load, play
from arena.building.house import house_bot_names
from arena.tls.listen_address import Listening
from arena.transport import Clock
from arena.web import one_page
from arena.web.security import Names
from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot

ACTION: Final = re.compile(r" {0,3}(\d+) (?! ).{22,}? (?:\(the stand-in\) )?(\S+)")
"""Matches the beginning of a line that describes an action. Its groups are the action's number and the bot's name."""
CRASHING = """
import sys
from arena.bot import Bot, run

class Crashing(Bot):
    turns = 0

    def choose(self, turn):
        self.turns += 1
        if self.turns == 1:
            turn.note("gives up " * 15 + "\\x1b[2J")
            return turn.legal[0]
        print("\\x1b[2Jno idea", file=sys.stderr)
        sys.exit(4)

run(Crashing)
"""
HANGING = """
import time
from arena.bot import Bot, run

class Hanging(Bot):
    def choose(self, turn):
        time.sleep(600)

run(Hanging)
"""


def test_a_match_is_followed_to_its_end_and_played_again_by_its_seed(arena: Arena) -> None:
    result = arena("play", "verraeter", "random", "random", "random", "--seed", "3", "--edition", "classic")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *lines = result.stdout.splitlines()
    assert first == "Verräter, edition classic, seed 3; shown with the secrets of all seats"
    actions = [match.groups() for line in lines if (match := ACTION.match(line))]
    assert [number for number, _ in actions] == [str(number) for number in range(1, len(actions) + 1)]
    assert {name for _, name in actions} == {"random", "random-1", "random-2"}
    assert [line.split()[:3] for line in lines[-3:]] == [
        ["seat", "0", "random"],
        ["seat", "1", "random-1"],
        ["seat", "2", "random-2"],
    ]
    assert lines[:3] == ["", "The match begins.", "  scores: random 0, random-1 0, random-2 0"]
    assert "Round 9" in lines
    assert sum(" wins the conflict." in line or " a tie, nobody wins." in line for line in lines) == 9
    assert max(map(len, lines)) <= 100
    again = arena("play", "verraeter", "random", "random", "random", "--seed", "3", "--edition", "classic")
    assert again.stdout == result.stdout
    here = play([load(house_bot_names()["random"].parent)] * 3, "verraeter", 3, "classic")
    assert len(here.actions) == len(actions)
    assert [int(line.split()[4]) for line in lines[-3:]] == list(here.scores)


def test_without_a_seed_one_is_drawn_and_told(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: bits + 1)
    result = arena("play", "verraeter", "random", "random", "random")
    assert result.stdout.startswith("Verräter, edition official, seed 33; ")


def test_a_bot_that_fails_is_shown_with_what_it_last_said(arena: Arena, tmp_path: Path) -> None:
    write_bot(tmp_path, "dud", CRASHING)
    result = arena(
        "play", "verraeter", "dud", "random", "random", "--seed", "3", "--output", "printed", "--save", "match.html"
    )
    assert result.exit_code == 0
    assert result.stderr == f"what the bots printed: {tmp_path / 'printed'}\nmatch.html opens in any browser\n"
    page = (tmp_path / "match.html").read_text()
    assert "<bdi>gives up gives up" in page
    assert "arena play verraeter dud random random --seed 3" in page
    assert "\x1b" not in page
    (kept,) = (tmp_path / "printed" / "dud").iterdir()  # no files for the other bots, because they printed nothing
    assert "?[2Jno idea\n" in kept.read_text()
    lines = result.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if "dud forfeits here: disconnect, the process ended with exit" in line)
    told = " ".join(line.strip() for line in lines[at : at + 2])
    assert "exit status 4; a stand-in plays on for it" in told
    assert "        | ?[2Jno idea" in lines[at : at + 5]  # the bot printed ESC, which must not reach the terminal
    before, after = lines[:at], lines[at:]
    taken = next(line for line in after if ACTION.match(line))
    assert not any("(the stand-in)" in line for line in before)
    took = [(line, match[2]) for line in after if (match := ACTION.match(line))]
    assert all(("(the stand-in)" in line) == (name == "dud") for line, name in took)
    noted = next(i for i, line in enumerate(before) if line.startswith("        dud noted | gives up"))
    assert before[noted + 1].startswith("        | ")
    assert before[noted + 1].endswith("?[2J")
    (line,) = (line for line in lines if line.startswith("seat 0 dud"))
    assert line.endswith(f"rank 3  forfeited before action {taken.split()[0]}")


def test_a_bot_that_hangs_is_shown_with_its_line(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.handlers.play.Clock", lambda **_: Clock(bank_ms=300))
    write_bot(tmp_path, "dud", HANGING)
    lines = arena("play", "verraeter", "dud", "random", "random", "--seed", "3").stdout.splitlines()
    told = "\n".join(lines[lines.index("        its last output:") :])
    assert re.search(r'\|   File ".*bot\.py", line 7 in choose\n', told)
    assert any("dud forfeits here: timeout, no choice within the time left; it took 3" in line for line in lines)


def test_the_board_is_printed_on_demand(arena: Arena) -> None:
    bots = ("verraeter", "random", "random", "random", "--seed", "3")
    plain, boards = (arena("play", *bots, *more).stdout.splitlines() for more in ((), ("--board",)))
    places = [line for line in boards if re.match(r"  [ \d]\d[ *] (Eagle|Rose) ", line)]
    headings = [line for line in plain if line.startswith(("The match begins", "Round "))]
    assert len(places) == 12 * (len(headings) + 1)
    rest = iter(boards)
    assert all(line in rest for line in plain)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_second_game_is_followed_to_its_end(arena: Arena, seats: int) -> None:
    bots = ("hetverraad-builder", *("random",) * (seats - 1))
    result = arena("play", "hetverraad", *bots, "--seed", "3", "--edition", "swift")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *lines = result.stdout.splitlines()
    assert first == "Het Verraad, edition swift, seed 3; shown with the secrets of all seats"
    assert next(line for line in lines if ACTION.match(line)).split()[1] == "start"
    assert "Round 1" in lines
    assert "        The match is over." in lines
    assert max(map(len, lines)) <= 100
    ends = [line.split() for line in lines[-seats:]]
    assert [end[:2] for end in ends] == [["seat", str(seat)] for seat in range(seats)]
    assert min(int(end[-1]) for end in ends) == 1


def test_a_bot_for_another_game_is_refused(arena: Arena) -> None:
    result = arena("play", "hetverraad", "random", "greedy")
    assert result.exit_code == 1
    assert "greedy plays verraeter, not hetverraad  [wrong-game]" in result.stderr


def test_a_match_is_served_as_the_page_that_is_saved(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[bytes] = []

    def serve_page(page: bytes, listening: Listening, tell: Callable[[str], None]) -> None:
        tell(listening.address())
        listening.socket.close()
        served.append(page)

    monkeypatch.setattr(one_page, "serve_page", serve_page)
    match = ("play", "connect-four", "random", "random", "--seed", "1", "--serve", "--bind", "127.0.0.1:0")
    result = arena(*match, "--save", "match.html")
    assert re.fullmatch(
        r"match.html opens in any browser\nthe match: http://127.0.0.1:\d+/ until Ctrl-C\n", result.stderr
    )
    assert served == [Path("match.html").read_bytes()]
    assert arena(*match, "--me").exit_code == 2


@pytest.mark.parametrize(("host", "status"), [("127.0.0.1:80", 200), ("localhost", 200), ("evil.example", 403)])
def test_it_is_served_to_who_asks_for_this_machine(host: str, status: int) -> None:
    app = one_page.page_app(b"<p>over</p>", Names())
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", host.encode())]}
    # the app never calls `receive`, because the request has no body
    asyncio.run(app(scope, send, send))  # type: ignore[arg-type]
    assert said[0]["status"] == status
    assert (b"over" in said[1]["body"]) == (status == 200)
