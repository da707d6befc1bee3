"""What miniatures share: a stream on which anything at all can be said."""

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
    """Lets the test know of a process that must not be there in the end."""
    note("processes", str(number))


def note(kind: str, text: str) -> None:
    """Tells the test something, in the file of this name."""
    with (Path.home() / kind).open("a") as file:
        file.write(f"{text}\n")


def started_before() -> bool:
    """Whether this is not the first process of this bot."""
    mark = Path.home() / f"started-{Path.cwd().name}"
    before = mark.exists()
    mark.touch()
    return before


def sleep_for_ever() -> NoReturn:
    """Does nothing, until the process is ended from outside."""
    while True:
        time.sleep(60)


class Wire:
    """A bot's end of one stream."""

    def __init__(self) -> None:
        self._stream = Stream(os.environ["ARENA_ADDRESS"])
        self._stream._flush()  # a call may begin before there is anything to say
        self._messages = self._stream.messages()

    def say(self, data: bytes) -> None:
        """Sends bytes, whatever they are."""
        self._stream.send(data)

    def hello(self, *, token: str | None = None, protocol_version: int = 1, max_matches: int = 1) -> None:
        """Introduces the bot, correctly if nothing else is asked for."""
        token = os.environ["ARENA_TOKEN"] if token is None else token
        hello = Hello(protocol_version=protocol_version, token=token, max_matches=max_matches)
        self.say(BotMessage(hello=hello).SerializeToString())

    def choose(self, turn_ids: list[int], actions: list[int]) -> None:
        """Sends choices, right or wrong."""
        self.say(BotMessage(choices=Choices(turn_ids=turn_ids, actions=actions)).SerializeToString())

    def answer(self, turn: Turn) -> None:
        """Chooses the first legal action."""
        self.choose([turn.turn_id], [turn.legal[0]])

    def hear(self) -> ArenaMessage:
        """The next message; ends the program with a sentence if the arena ended the stream."""
        try:
            return ArenaMessage.FromString(next(self._messages))
        except EndedError as ended:
            sys.exit(str(ended))

    def batches(self) -> Iterator[Batch]:
        """All batches until goodbye."""
        while not (message := self.hear()).HasField("goodbye"):
            if message.HasField("batch"):
                yield message.batch

    def turns(self) -> Iterator[Turn]:
        """All turns until goodbye."""
        for batch in self.batches():
            yield from batch.turns

    def play_on(self) -> None:
        """Answers all turns until goodbye, then leaves."""
        for turn in self.turns():
            self.answer(turn)
        self.leave()

    def leave(self) -> None:
        """Ends the bot's half of the stream."""
        with suppress(H2Error):  # the arena has ended both
            self._stream._http.end_stream(CALL)
            self._stream._flush()
