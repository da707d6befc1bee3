"""The shared part of miniatures: a stream on which a bot can send any bytes, valid or not."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from h2.exceptions import H2Error

from arena.bot.stream import CALL, EndedError, Stream
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, Choices, Hello, Turn


def note_process(number: int) -> None:
    """Records a process id, so that the test can check at its end that the process has ended."""
    note("processes", str(number))


def note(kind: str, text: str) -> None:
    """Adds a line to the file named `kind`, which the test reads."""
    with (Path.home() / kind).open("a") as file:
        file.write(f"{text}\n")


def started_before() -> bool:
    """Returns whether another process of this bot was started before."""
    mark = Path.home() / f"started-{Path.cwd().name}"
    before = mark.exists()
    mark.touch()
    return before


def sleep_for_ever() -> NoReturn:
    """Sleeps until the process is ended from outside."""
    while True:
        time.sleep(60)


class Wire:
    """The bot's side of one stream to the arena."""

    def __init__(self) -> None:
        self._stream = Stream(os.environ["ARENA_ADDRESS"])
        self._stream._flush()  # a call may begin before there is anything to say
        self._messages = self._stream.messages()

    def say(self, data: bytes) -> None:
        """Sends any bytes, valid or not."""
        self._stream.send(data)

    def hello(self, *, token: str | None = None, protocol_version: int = 1, max_matches: int = 1) -> None:
        """Says hello to the arena; the default arguments make a correct hello."""
        token = os.environ["ARENA_TOKEN"] if token is None else token
        hello = Hello(protocol_version=protocol_version, token=token, max_matches=max_matches)
        self.say(BotMessage(hello=hello).SerializeToString())

    def choose(self, turn_ids: list[int], actions: list[int]) -> None:
        """Sends choices, correct or not."""
        self.say(BotMessage(choices=Choices(turn_ids=turn_ids, actions=actions)).SerializeToString())

    def answer(self, turn: Turn) -> None:
        """Answers a turn with its first legal action."""
        self.choose([turn.turn_id], [turn.legal[0]])

    def hear(self) -> ArenaMessage:
        """Returns the next message; ends the program with an error message if the arena has ended the stream."""
        try:
            return ArenaMessage.FromString(next(self._messages))
        except EndedError as ended:
            sys.exit(str(ended))

    def batches(self) -> Iterator[Batch]:
        """Yields all batches until goodbye."""
        while not (message := self.hear()).HasField("goodbye"):
            if message.HasField("batch"):
                yield message.batch

    def turns(self) -> Iterator[Turn]:
        """Yields all turns until goodbye."""
        for batch in self.batches():
            yield from batch.turns

    def play_on(self) -> None:
        """Answers all turns until goodbye, then leaves."""
        for turn in self.turns():
            self.answer(turn)
        self.leave()

    def leave(self) -> None:
        """Closes the bot's side of the stream."""
        with suppress(H2Error):  # the arena has ended both sides
            self._stream._http.end_stream(CALL)
            self._stream._flush()
