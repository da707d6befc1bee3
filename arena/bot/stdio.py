"""Connects a program that reads and writes lines of JSON to the arena.

Rule 1: this process notices the end of the program or of the stream to the arena even if the program does not read, or
prints without end. For this, the main thread receives the arena's messages, a second thread reads the program's output,
and a third thread waits for the program's end.
Rule 2: only the first failure is reported, because it closes the stream, and so causes the later ones.
Rule 3: Ctrl-C ends this process at once. A separate guard process, which watches over the program, then ends the
program.
"""

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Final

from arena.bot.json_lines import EXAMPLE, BadLineError, Lines, choices_in
from arena.bot.kit import conversation, summons
from arena.bot.program import Program
from arena.bot.stream import EndedError, Stream
from arena.protocol.v1.arena_pb2 import ArenaMessage

LEAVING_S: Final = 1.0
"""The most seconds that this process waits for the program's end after the arena's goodbye. It is also the longest wait
for the program's last lines if the program ends before goodbye.
"""
LONGEST_QUOTE: Final = 100


def run(command: Sequence[str], max_matches: int = 1, *, names: bool = False, words: bool = False) -> None:
    """Plays matches with the program `command` until the arena says goodbye.

    `max_matches`: how many matches the program can play at once. `names`: whether turns have the names of the
    legal actions. `words`: whether turns have these names and the game's position in words, and `MatchStart` has the
    rules in words.

    Ends this process with an error message if the program cannot be started, prints a line that is no valid message, or
    ends early, and also if the arena cannot be reached or refuses the bot.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    summoned = summons()
    with _started(command) as program:
        with conversation(*summoned, Path(command[0]).name, "stdio", max_matches, names or words, words) as stream:
            _Bridge(program, stream).play()
        program.leave(LEAVING_S)


def _started(command: Sequence[str]) -> Program:
    try:
        return Program(command)
    except OSError as error:
        sys.exit(f"The program {command[0]} cannot be started: {error.strerror}.")


class _Bridge:
    """Passes messages between the arena and the program, with one thread for each direction."""

    def __init__(self, program: Program, stream: Stream) -> None:
        self._program = program
        self._stream = stream
        self._failure = ""
        self._listener = Thread(target=self._listen, daemon=True, name="listens to the program")

    def play(self) -> None:
        """Passes the arena's messages to the program until goodbye; ends this process with an error message at the
        first failure.
        """
        self._listener.start()
        Thread(target=self._watch, daemon=True, name="waits for the program").start()
        try:
            self._tell()
        except EndedError:
            if self._failure:
                sys.exit(self._failure)
            raise

    def _tell(self) -> None:
        lines = Lines()
        for data in self._stream.messages():
            message = ArenaMessage.FromString(data)
            if message.WhichOneof("message"):
                self._program.send(lines.line_of(message))
            if message.HasField("goodbye"):
                return

    def _listen(self) -> None:
        for number, line in enumerate(self._program.lines(), 1):
            if not line.strip():
                continue
            try:
                heard = self._stream.send(choices_in(line).SerializeToString())
            except BadLineError as error:
                self._fail(_about(number, line, error))
                return
            if not heard:
                return

    def _watch(self) -> None:
        ending = self._program.wait()
        self._listener.join(LEAVING_S)
        self._fail(f"The program ended with {ending} before the arena said goodbye.")

    def _fail(self, sentence: str) -> None:
        self._failure = self._failure or sentence
        self._stream.cut()


def _about(number: int, line: bytes, error: BadLineError) -> str:
    quote = _shortened(line.decode("utf-8", "replace"))
    return (
        f"Line {number} of the program's output is {quote!r}; expected a line such as {EXAMPLE}\n"
        f"What is wrong with it: {_shortened(str(error))}\n"
        "Notes for people belong on standard error."
    )


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
