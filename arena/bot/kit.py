"""Runs a bot: connects, introduces it, keeps one object per match, and answers the turns of each batch.

Rule 1: turns are answered in their order in the batch, because the arena's clock runs for the first unanswered one.
Rule 2: choices are sent once they have taken FLUSH_S together, so that long thinking about one turn does not hold back
the answers to others.
"""

import gc
import inspect
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Final, cast

from arena.bot.noting import Turn, let_note, take_note
from arena.bot.stream import EndedError, Stream
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, Choices, Hello, MatchEnd, MatchStart
from arena.protocol.v1.arena_pb2 import Turn as Message
from arena.system.signals import show_place_when_terminated

if TYPE_CHECKING:
    from arena.bot.rows import Shape

PROTOCOL_VERSION: Final = 1
FLUSH_S: Final = 0.005
STDERR: Final = 2
MOST_ACTION: Final = (1 << 32) - 1
HERE: Final = os.path.dirname(__file__)  # noqa: PTH120  # a path is loaded by no bot that plays


class Bot(ABC):
    """A bot in one match: an object is made at the match's start, and called for every choice and at its end."""

    def __init__(self, start: MatchStart) -> None:
        """`start` says what never changes in the match: the game, its edition, the bot's seat, a seed, the set-up."""
        self.start = start

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """The bot's choice, which must be one of `turn.legal`.

        The view is in the field named after the game, for example `turn.verraeter`; if a game shows itself in rows,
        `turn.rows["hand"]` has the values of the row "hand". If `run` asked for names, `turn.names` has the names of
        the actions, in the order of `turn.legal`. If it asked for words, `turn.position` has the position in lines of
        text, and `self.start.rules` the rules. `turn.note("...")` notes a line on the choice.
        """

    def end(self, end: MatchEnd) -> None:  # noqa: B027  # most bots have nothing to do there
        """Called with the scores and ranks when the match is over."""


def run(bot: type[Bot], max_matches: int = 64, *, names: bool = False, words: bool = False) -> None:
    """Plays until the arena says goodbye; then the program should end.

    `max_matches`: how many matches the bot can play at once; each has an object of its own, so only a bot that keeps
    something in global variables needs 1. `names`: whether turns have the names of their actions; `words`: whether
    turns also have the position in words, and matches the rules. Ends the program with a sentence if the arena cannot
    be reached or refuses the bot. When the arena ends a program that hangs, the program prints the line where it hung.
    """
    gc.freeze()  # present objects stay: the collector need not search them, not even at the end
    show_place_when_terminated(STDERR)
    language = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    try:
        with conversation(*summons(), bot.__name__, language, max_matches, names or words, words) as stream:
            _play(bot, stream.messages(), stream.send)
    except NoActionError as error:
        sys.exit(str(error))
    except Exception as error:  # noqa: BLE001  # it is printed, and ends the program
        _show(error)
        sys.exit(1)


class NoActionError(TypeError):
    """Raised if a bot chose something that cannot be an action of any game."""


def summons() -> tuple[str, str]:
    """The arena's address and the bot's token, from the environment; ends a program that no arena started."""
    address, token = os.environ.get("ARENA_ADDRESS"), os.environ.get("ARENA_TOKEN")
    if not address or token is None:
        sys.exit(
            "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.\n"
            "Try: arena check PATH_TO_ITS_FOLDER"
        )
    return address, token


@contextmanager
def conversation(
    address: str, token: str, name: str, language: str, max_matches: int, names: bool, words: bool = False
) -> Iterator[Stream]:
    """A stream on which Hello was sent; ends the program with a sentence if the arena ends it or cannot be reached."""
    hello = Hello(
        protocol_version=PROTOCOL_VERSION,
        token=token,
        name=name,
        language=language,
        max_matches=max_matches,
        wants_names=names,
        wants_words=words,
    )
    try:
        stream = Stream(address)
        with closing(stream):
            stream.send(BotMessage(hello=hello).SerializeToString())
            yield stream
    except EndedError as error:
        sys.exit(str(error))


class _Match:
    """One match on the stream: its bot, and how many turns the bot has had."""

    __slots__ = ("_shape", "bot", "id", "turns")

    def __init__(self, bot: type[Bot], start: MatchStart) -> None:
        self.id = start.id
        self.turns = 0
        self._shape = shape_of(start)
        try:
            self.bot = bot(start)
        except Exception as error:
            error.add_note(f"The bot failed at the start of match {self.id}.")
            raise

    def choose(self, message: Message) -> int:
        self.turns += 1
        legal = message.legal  # kept here, or each access by the bot would wrap it anew
        try:
            action = self.bot.choose(told(message, self._shape))
        except Exception as error:
            error.add_note(f"The bot failed in match {self.id}, turn {self.turns}.")
            raise
        if action not in legal:
            _complain_once(_place(self.bot.choose))
        return action

    def end(self, end: MatchEnd) -> None:
        try:
            self.bot.end(end)
        except Exception as error:
            error.add_note(f"The bot failed at the end of match {self.id}.")
            raise


def shape_of(start: MatchStart) -> "Shape | None":
    """The shape of a match's rows; None if its game does not show itself in rows."""
    if not start.HasField("schema"):
        return None
    from arena.bot.rows import Shape  # noqa: PLC0415  # most bots start sooner without it

    return Shape(start.schema.rows)


def told(message: Message, shape: "Shape | None") -> Turn:
    """The object that `choose` gets for a turn: the message itself, or a RowsTurn if the game shows itself in rows."""
    if not shape:
        return cast("Turn", message)
    from arena.bot.rows import RowsTurn  # noqa: PLC0415  # most bots start sooner without it

    return cast("Turn", RowsTurn(shape, message))


def read_turn(start: MatchStart, data: bytes) -> Turn:
    """A recorded turn, as `choose` would get it, in the match that `start` announces; for tests."""
    return told(Message.FromString(data), shape_of(start))


def _play(bot: type[Bot], stream: Iterable[bytes], send: Callable[[bytes], object]) -> None:
    matches: dict[int, _Match] = {}
    for data in stream:
        message = ArenaMessage.FromString(data)
        if message.HasField("batch"):
            batch = message.batch
            for start in batch.starts:
                matches[start.match] = _Match(bot, start)
            _answer(batch, matches, send)
            for end in batch.ends:
                matches.pop(end.match).end(end)
        elif message.HasField("goodbye"):
            return


def _answer(batch: Batch, matches: dict[int, _Match], send: Callable[[bytes], object]) -> None:
    turn_ids: list[int] = []
    actions: list[int] = []
    notes: list[str] = []
    flushed = time.monotonic()
    for turn in batch.turns:
        let_note(turn.turn_id)
        actions.append(matches[turn.match].choose(turn))
        turn_ids.append(turn.turn_id)
        notes.append(take_note(turn.turn_id))
        now = time.monotonic()
        if now - flushed > FLUSH_S:
            send(_choices(turn_ids, actions, notes))
            turn_ids, actions, notes, flushed = [], [], [], now
    if turn_ids:
        send(_choices(turn_ids, actions, notes))


def _show(error: Exception) -> None:
    """Prints the error as Python does, but without the frames of the kit that called the bot."""
    import traceback  # noqa: PLC0415  # needed only after a failure

    frame = error.__traceback__
    while frame and os.path.dirname(frame.tb_frame.f_code.co_filename) == HERE:  # noqa: PTH120  # as above
        frame = frame.tb_next
    traceback.print_exception(error.with_traceback(frame or error.__traceback__))


def _place(function: Callable[..., object]) -> str:
    """Where a function is defined, as a line of a traceback; "choose" if that is unknown."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f'  File "{code.co_filename}", line {code.co_firstlineno}, in {code.co_name}' if code else "choose"


@cache
def _complain_once(place: str) -> None:
    """Prints to standard error, once for each function, that it returned an illegal action."""
    sys.stderr.write(f"{place}: returned something that is not in turn.legal\n")


def _choices(turn_ids: list[int], actions: list[int], notes: list[str]) -> bytes:
    try:
        choices = Choices(turn_ids=turn_ids, actions=actions, notes=notes if any(notes) else None)
    except (TypeError, ValueError) as error:
        strange = [action for action in actions if not (isinstance(action, int) and 0 <= action <= MOST_ACTION)]
        raise NoActionError(f"choose returned {strange[0]!r}; expected one of turn.legal") from error
    return BotMessage(choices=choices).SerializeToString()
