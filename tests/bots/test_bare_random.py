"""Tests of the bot bare-random, which is written without the bot kit and run as a program: it chooses the same actions
as the random bot with the same seeds.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc

from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, Goodbye, MatchEnd, Turn, Welcome
from arena.protocol.v1.arena_pb2_grpc import ArenaServiceServicer, add_ArenaServiceServicer_to_server
from tests.bots.playing import BOTS, new_match, random_turns, start_for

MATCHES = range(1, 41)
TOKEN = "the token"


def batches() -> list[Batch]:
    """Returns the batches of forty simultaneous matches; each batch has the next turn of every match that is not
    over.
    """
    deals = {number: new_match(3 + number % 2, "official", number) for number in MATCHES}
    turns: dict[int, list[Turn]] = {}
    for number, match in deals.items():
        turns[number] = [turn for _, turn in random_turns(len(match.spec.entrants), "official", number)]
        for turn in turns[number]:
            turn.match = number
            turn.turn_id += 1000 * number
    made = [Batch(starts=[start_for(match, 0, number) for number, match in deals.items()])]
    while turns:
        made.append(Batch(turns=[waiting.pop(0) for waiting in turns.values()]))
        made[-1].ends.extend(MatchEnd(match=number) for number, waiting in turns.items() if not waiting)
        turns = {number: waiting for number, waiting in turns.items() if waiting}
    return made


class Script(ArenaServiceServicer):
    """An arena for tests: it sends the batches of a script to one bot and records the bot's choices."""

    def __init__(self, script: list[Batch]) -> None:
        self.script = script
        self.chosen: dict[int, int] = {}

    def Play(self, messages: Iterator[BotMessage], _context: object) -> Iterator[ArenaMessage]:
        hello = next(messages).hello
        assert (hello.protocol_version, hello.token) == (1, TOKEN)
        yield ArenaMessage(welcome=Welcome(protocol_version=1, max_matches=hello.max_matches))
        for batch in self.script:
            yield ArenaMessage(batch=batch)
            owed = {turn.turn_id for turn in batch.turns}
            while owed:
                choices = next(messages).choices
                self.chosen |= dict(zip(choices.turn_ids, choices.actions, strict=True))
                owed -= set(choices.turn_ids)
        yield ArenaMessage(goodbye=Goodbye(reason="all is played"))


def chosen_by(name: str) -> dict[int, int]:
    """Runs the bot with this name as a program; returns the actions that it chooses, by turn id."""
    script = Script(batches())
    server = grpc.server(ThreadPoolExecutor(2))
    add_ArenaServiceServicer_to_server(script, server)  # type: ignore[no-untyped-call]  # generated code
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    environment = os.environ | {"ARENA_ADDRESS": f"127.0.0.1:{port}", "ARENA_TOKEN": TOKEN}
    try:
        subprocess.run([sys.executable, "bot.py"], cwd=BOTS / name, env=environment, timeout=60, check=True)
    finally:
        server.stop(None).wait()
    return script.chosen


def test_it_chooses_what_the_random_bot_chooses() -> None:
    legal = {turn.turn_id: list(turn.legal) for batch in batches() for turn in batch.turns}
    chosen = chosen_by("bare-random")
    assert chosen.keys() == legal.keys()
    assert all(action in legal[turn] for turn, action in chosen.items())
    assert chosen == chosen_by("random")


def test_it_is_short() -> None:
    assert len((BOTS / "bare-random" / "bot.py").read_text("utf-8").splitlines()) < 25
