"""Tests of asking bots for their choice in a match, over HTTP."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.building.house import house_bot_names
from arena.system.processes.leftovers import descendants
from tests.end_to_end.processes import alive, bots_in, served_at, start, until, write_bot
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.leagues import write
from tests.web.serving import Answer, get, serving

HANGING = """
from arena.bot import Bot, run

class Hanging(Bot):
    def choose(self, turn):
        while True:
            pass

run(Hanging)
"""


def asked(address: str, match: int | str = 5, **query: object) -> tuple[Answer, Any]:
    """Asks bots for their choice in a match; returns the response and its JSON value."""
    words = "&".join(f"{name}={value}" for name, value in query.items())
    answer = get(f"{address}/cup/matches/{match}/asked{'?' if words else ''}{words}")
    return answer, json.loads(answer.text)


def test_the_bots_that_play_the_game_can_be_asked(address: str, city: str) -> None:
    answer, told = asked(address)
    assert answer.status == 200
    assert {"greedy", "banker", "random"} <= set(told["bots"])
    cities = json.loads(get(f"{city}/city/matches/0/asked").text)["bots"]
    assert "hetverraad-builder" in cities
    assert "greedy" not in cities


@pytest.mark.parametrize("bot", ["greedy", "random", "stdio/shell-first"])
def test_a_bot_chooses_one_of_what_is_legal_there(address: str, bot: str) -> None:
    for step in (0, 7, 30):
        answer, told = asked(address, bot=bot, step=step)
        assert answer.status == 200
        assert (told["bot"], told["step"]) == (bot, step)
        assert told["took_ms"] >= 0
        assert {"kind"} <= set(told["parts"])
        # the bot is not asked again, so even `took_ms` is the same
        assert asked(address, bot=bot, step=step)[1] == told
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("match", "query", "status", "words"),
    [
        (5, {"bot": "nobody", "step": 1}, 404, "this server does not have a bot named nobody"),
        (5, {"bot": "../../etc", "step": 1}, 404, "this server does not have a bot named ../../etc"),
        (5, {"bot": "x" * 500, "step": 1}, 404, "xxx…"),
        (5, {"bot": "hetverraad-builder", "step": 1}, 404, "plays hetverraad, not verraeter"),
        (5, {"bot": "greedy"}, 404, "the step in the address is ''; expected a number"),
        (5, {"bot": "greedy", "step": "-1"}, 404, "the step in the address is '-1'; expected a number"),
        (5, {"bot": "greedy", "step": "9" * 5000}, 404, "expected a number"),
        (5, {"bot": "greedy", "step": 999}, 404, "step 999 of this match is not a step at which a seat has to choose"),
        (36, {}, 404, "does not show match 36"),
        (36, {"bot": "greedy", "step": 1}, 404, "does not show match 36"),
        ("9" * 5000, {"bot": "greedy", "step": 1}, 404, "expected a number"),
    ],
)
def test_what_cannot_be_asked_is_told(
    address: str, match: int | str, query: dict[str, object], status: int, words: str
) -> None:
    answer, told = asked(address, match, **query)
    assert (answer.status, answer.headers["content-type"]) == (status, "application/json")
    assert words in told["message"]
    assert told["hint"]


def test_pages_of_other_sites_have_nothing_asked(address: str) -> None:
    path = f"{address}/cup/matches/5/asked?bot=greedy&step=3"
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
        assert get(path, {"Sec-Fetch-Site": site}).status == status
    assert get(path, {"Host": "evil.example"}).status == 421


def test_questions_are_only_read(address: str) -> None:
    assert get(f"{address}/cup/matches/5/asked?bot=greedy&step=3", method="POST").status == 405


def bots_below(server: int) -> list[int]:
    """Returns the process ids of the Python bots that a server has started."""
    found = []
    for one in descendants(server):
        with suppress(OSError):  # the process has ended
            if b"bot.py" in Path(f"/proc/{one.number}/cmdline").read_bytes():
                found.append(one.number)
    return found


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes a bot that never answers one of the house bots, which the arena ships.

    Returns the folder that contains the bot's folder.
    """
    write_bot(tmp_path, "hanging", HANGING)
    house = {**house_bot_names(), "hanging": tmp_path / "hanging" / "bot.toml"}
    monkeypatch.setattr("arena.web.bot_choices.house_bot_names", lambda: house)
    return tmp_path


def test_a_bot_that_does_not_answer_is_told_and_ended(hanging: Path, address: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("arena.asking.respondents.BANK_MS", 500)
    answer, told = asked(address, bot="hanging", step=3)
    assert answer.status == 502
    assert told["message"].startswith("hanging failed at step 3: it did not answer within 0.5 s\n")
    until(lambda: not bots_in(hanging), "it is ended")


def test_a_match_of_a_block_that_is_not_whole_is_not_asked_about(tmp_path: Path) -> None:
    """Bots cannot be asked about a match until all matches of its block, the matches with the same deal, are played."""
    league = league_of("ann", "ben", "cid", rounds=2)
    write(tmp_path / "cup", league, list(played(league))[:-1])
    with serving(tmp_path) as address:
        for match, status in ((2, 200), (3, 404), (4, 404)):
            assert asked(address, match)[0].status == status
            assert asked(address, match, bot="greedy", step=3)[0].status == status


def test_a_server_beside_a_league_that_is_played_asks_nobody(cup: Path) -> None:
    """A server that shows a league in progress asks no bots, because the league needs the computing time."""
    with serving(cup.parent, box=None) as address:
        assert asked(address)[1] == {"bots": []}
        answer, told = asked(address, bot="greedy", step=3)
        assert (answer.status, told["message"]) == (404, "you cannot ask bots for their choices here")


def test_bots_that_are_asked_end_with_the_server_and_who_waits_is_told(cup: Path, tmp_path: Path) -> None:
    with start(tmp_path, "serve", str(cup), "--bind", "127.0.0.1:0") as process, ThreadPoolExecutor() as elsewhere:
        assert process.stderr
        address = served_at(process)
        assert asked(address, bot="greedy", step=3)[0].status == 200
        before = set(bots_below(process.pid))
        waiting = elsewhere.submit(asked, address, bot="montecarlo", step=5)
        until(lambda: bool(set(bots_below(process.pid)) - before), "the second bot runs too")
        bots = bots_below(process.pid)
        process.send_signal(signal.SIGINT)
        answer, told = waiting.result()
        assert (
            answer.status == 200 or told["message"] == "the server cannot ask the bot, because the server is stopping"
        )
        assert process.wait(60) == 0
        assert process.stderr.read() == ""
        until(lambda: not any(map(alive, bots)), "bots have ended")
