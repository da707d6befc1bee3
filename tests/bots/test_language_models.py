"""Tests that a bot that asks a language model continues to play, whatever the model's server does."""

import json
import re
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from arena.bot import Bot, MatchStart, Turn, play
from arena.bot.notes import let_note, take_note
from arena.games.registry import GAMES
from arena.protocol.v1.arena_pb2 import Turn as Message
from arena.transport import Clock, Launch
from tests.bots.language_models import FOLDER, bot, served
from tests.transport.hosting import play as host
from tests.transport.hosting import random_bot

NAMES: Final = "abcdefg"
PLENTY_MS: Final = 600_000
BRIEF_MS: Final = 2_300
"""A remaining time in milliseconds that allows the bot 0.2 s for a choice. The bot reserves 1.5 s for sending, and uses
a quarter of the other 0.8 s.
"""

Handler = Any
Answers = Callable[[Handler, int], object]


class First(Bot):
    """An opponent that always takes the first legal action."""

    def choose(self, turn: Turn) -> int:
        return turn.legal[0]


class Chosen(NamedTuple):
    """The result of one turn of the bot: its action, its note, and the requests that it sent to the model."""

    action: int
    note: str
    requests: Sequence[Any]


def asked(answers: Answers, bank_ms: int = PLENTY_MS) -> Chosen:
    """Plays one turn of the bot with a model server. For each request, the server calls `answers` with its HTTP handler
    and the number of earlier requests.
    """
    count = iter(range(1_000))
    with served(lambda handler, _: answers(handler, next(count))) as (url, bodies):
        action, note = chosen(bot.Model(url, "parrot", "secret-key", "0.5"), bank_ms)
    return Chosen(action, note, [json.loads(body) for body in bodies])


def chosen(model: object, bank_ms: int) -> tuple[int, str]:
    """Plays one turn of the bot with this model; returns its action and its note."""
    player = bot.Player(MatchStart(game="connect-four", seats=2, rules="# Connect Four\nFour in a line."), model)
    let_note(1)
    turn = Message(turn_id=1, legal=range(2, 9), names=NAMES, bank_ms=bank_ms, position="board: empty")
    return player.choose(turn), take_note(1)


def saying(*texts: str) -> Answers:
    return lambda handler, number: handler.answer(texts[number])


@pytest.mark.parametrize(
    "text",
    [
        "Move: d",
        "I could take a or b. My move: a plan.\nMove: d",
        "**Move:** `d`",
        "move = D (the middle)",
        '{"reason": "a", "move": "d"}',
        "<think>Move: a</think>\nMove: d",
        "Move: a\n\nNo, better:\n\nMove: d.",
        "Taking the middle.\n\n d",
    ],
)
def test_a_move_is_found_in_what_models_say(text: str) -> None:
    assert bot.read_move(text, NAMES) == "d"


@pytest.mark.parametrize("text", ["", "a or d", "Move: h", "Move: dd", "Move: d4", "Move: d or e", "Move:\n"])
def test_an_answer_that_names_no_legal_move_is_none(text: str) -> None:
    with pytest.raises(bot.NoMoveError):
        bot.read_move(text, NAMES)


def test_the_longest_of_the_names_that_begin_alike_is_meant() -> None:
    names = ("play 2", "play 2 3", "Pass", "pass")
    assert bot.read_move("Move: play 2 3", names) == "play 2 3"
    assert bot.read_move("Move: pass", names) == "pass"
    with pytest.raises(bot.NoMoveError):
        bot.read_move("Move: play 2 3 4", names)


def test_a_model_is_told_rules_position_and_moves_and_its_answer_is_noted() -> None:
    action, note, [request] = asked(saying("The middle.\nMove: d"))
    assert action == 5
    assert note == "parrot, temperature 0.5; 1+4 tokens: The middle. Move: d"
    assert (request["model"], request["temperature"]) == ("parrot", 0.5)
    [system, user] = [message["content"] for message in request["messages"]]
    assert "Four in a line." in system
    assert "board: empty" in user
    assert "- a\n- b\n" in user


def test_who_names_no_legal_move_is_told_why_and_asked_again() -> None:
    action, note, [_, again] = asked(saying("Move: z", "Move: b"))
    assert action == 3
    assert "asked again ('z' is none of the legal moves); " in note
    assert [message["role"] for message in again["messages"]] == ["system", "user", "assistant", "user"]
    assert again["messages"][-1]["content"].startswith("'z' is none of the legal moves. Answer again")


def raw(data: bytes) -> Answers:
    def answers(handler: Handler, _: int) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    return answers


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (saying("Move: z", "Move: y"), "'z' is none of the legal moves; 'y' is none of the legal moves"),
        (saying("", ""), "The answer was empty"),
        (raw(b"{"), "The answer was malformed: b'{'"),
        (raw(b"[" * 100_000), "The answer was malformed"),
        (raw(b'{"choices": [{"message": {"content": null}}]}'), "The answer was malformed"),
        (raw(b"\xff"), "The answer was malformed"),
        (lambda handler, _: handler.send(500, {}, Retry_After="0"), "status 500; The server answered with status 500"),
        (lambda handler, _: handler.send(429, {}, Retry_After="9999"), "status 429"),
        (lambda handler, _: handler.wfile.write(b"SSH-2.0\r\n\r\n"), "The server cannot be asked"),
    ],
)
def test_where_there_is_no_move_the_first_legal_one_is_played_and_that_noted(answers: Answers, reason: str) -> None:
    action, note, requests = asked(answers, 9_500)
    assert action == 2
    assert note.startswith("parrot, temperature 0.5; first legal move: ")
    assert reason in note
    assert len(requests) == (1 if "429" in reason else 2)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_is_busy_for_a_moment_costs_nothing(status: int) -> None:
    action, note, _ = asked(
        lambda handler, number: handler.answer("Move: b") if number else handler.send(status, {}, Retry_After="0")
    )
    assert action == 3
    assert f"asked again (The server answered with status {status}); " in note


def test_nobody_is_waited_for_longer_than_the_clock_allows() -> None:
    over = threading.Event()

    def trickles(handler: Handler, _: int) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not over.wait(0.02):
            handler.wfile.write(b" ")

    try:
        for answers in (lambda _, __: over.wait(), trickles):
            action, note, _ = asked(answers, BRIEF_MS)
            assert (action, note.partition("; ")[2]) == (2, "first legal move: There was no answer within 0.2 s")
    finally:
        over.set()
    action, note, requests = asked(saying("Move: b"), int(1000 * bot.RESERVE_S))
    assert (action, len(requests)) == (2, 0)
    assert "no time is left to ask" in note


def test_a_server_that_is_not_there_is_noted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    action, note = chosen(bot.Model(url, "parrot"), 9_500)
    assert action == 2
    assert "temperature not set; first legal move: The server cannot be asked" in note


def test_a_key_goes_to_the_server_it_is_for_and_into_no_note() -> None:
    keys = []

    def keeps(handler: Handler, _: object) -> None:
        keys.append(handler.headers["Authorization"])
        handler.answer("Move: b")

    with served(keeps) as (elsewhere, _):
        action, note, _ = asked(lambda handler, _: handler.send(307, {}, Location=elsewhere, Retry_After="0"))
    assert (action, keys) == (2, [])
    assert "secret-key" not in note
    assert asked(keeps).action == 3
    assert keys == ["Bearer secret-key"]


def test_a_key_that_cannot_be_sent_or_that_a_server_repeats_is_in_no_note() -> None:
    action, note = chosen(bot.Model("http://127.0.0.1:9/v1", "parrot", "secret-\nkey"), 9_500)
    assert (action, "secret" in note, "The server cannot be asked: ValueError" in note) == (2, False, True)
    for answers in (saying("Your key is secret-key.\nMove: b"), raw(b'{"error": "no such key: secret-key"}')):
        assert "key" in (note := asked(answers, 9_500).note)
        assert "secret-key" not in note


def test_an_address_that_is_none_is_told_at_once() -> None:
    action, note = chosen(bot.Model("127.0.0.1:9/v1", "parrot"), 9_500)
    assert (action, "The server cannot be asked: " in note) == (2, True)


def test_who_asks_a_silent_server_does_not_run_out_of_time() -> None:
    over = threading.Event()
    clock = Clock(bank_ms=5_000, increment_ms=0, startup_ms=60_000)
    try:
        with served(lambda _, __: over.wait()) as (url, bodies):
            environment = (("LLM_URL", url), ("LLM_MODEL", "parrot"))
            silent = Launch("silent", (sys.executable, "bot.py"), FOLDER, environment=environment)
            outcome = host([silent, random_bot("second"), random_bot("third")], [("silent", "second", "third")], clock)
            assert bodies
    finally:
        over.set()
    assert outcome.faults("silent") == [None]
    notes = [note.text for note in outcome.finished[0].notes]
    assert notes[0].startswith("parrot, temperature not set; first legal move: There was no answer within 0.9 s")


@pytest.mark.parametrize("game", ["connect-four", "liars-dice", "tron", "verraeter", "hetverraad"])
def test_every_game_can_be_played_and_has_room_for_a_note_on_each_choice(game: str) -> None:
    notes = []

    class Noting(bot.Player):  # type: ignore[misc]  # mypy does not know the class, which is loaded from a file
        def _note(self, turn: Turn, text: str) -> None:
            before = self._noted
            super()._note(turn, text)
            notes.append((text, self._noted - before))

    with served() as (url, bodies):
        model = bot.Model(url, "parrot")
        play([lambda start: Noting(start, model), *[First] * (GAMES[game].info.seats[0] - 1)], game, seed=1)
    assert len(notes) == len(bodies) > 1
    assert not [text for text, _ in notes if not re.match(r"1\+\d+ tokens: I have", text)]
    assert all(kept > 20 for _, kept in notes[:30])
    assert sum(kept for _, kept in notes) <= bot.NOTES


def test_all_that_was_said_is_logged_where_the_owner_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_LOG", str(tmp_path / "log"))
    asked(saying("Move: z", "Move: b"))
    first, second = [json.loads(line) for line in (tmp_path / "log").read_text("utf-8").splitlines()]
    assert (first["answer"], first["outcome"]) == ("Move: z", "'z' is none of the legal moves")
    assert (second["answer"], second["outcome"], len(second["messages"])) == ("Move: b", "b", 4)
    assert "secret-key" not in (tmp_path / "log").read_text("utf-8")
    monkeypatch.setenv("LLM_LOG", str(tmp_path))
    assert asked(saying("Move: b")).action == 3
