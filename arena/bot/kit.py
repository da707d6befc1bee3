"""Runs a bot: connects to the arena, introduces the bot, makes one bot object for each match, and answers the bot's
turns.

The arena sends a bot's turns in batches; a batch can contain turns of several matches.
Rule 1: the turns of a batch are answered in the order of the batch, because the arena's clock runs for the first turn
that is not answered yet.
Rule 2: the choices of a batch are sent in groups. A group ends with the first choice made more than FLUSH_S seconds
after the group began, or with the end of the batch.
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

from arena.bot.notes import Turn, let_note, take_note
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
HERE: Final = os.path.dirname(__file__)  # noqa: PTH120  # without pathlib, bots start sooner


class Bot(ABC):
    """A bot in one match. The kit makes an object of the class at the start of each match, and calls it for every
    choice and at the end of the match.
    """

    def __init__(self, start: MatchStart) -> None:
        """Stores `start`, the data that never change during the match: the game, its edition, the bot's seat, a seed,
        and the set-up.
        """
        self.start = start

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """Returns the bot's choice, which must be one of the actions in `turn.legal`.

        The bot's view of the game is in the field named after the game, for example `turn.verraeter`. If the game
        describes its views in rows, `turn.rows["hand"]` has the values of the row "hand" instead. If `run` was called
        with `names` or `words`, `turn.names` has the names of the actions, in the order of `turn.legal`. If `run` was
        called with `words`, `turn.position` has the game's position in lines of text, and `self.start.rules` has the
        rules. `turn.note("...")` attaches a line of text to the choice.
        """

    def end(self, end: MatchEnd) -> None:  # noqa: B027  # optional; most bots do nothing here
        """Receives the scores and ranks when the match is over."""


def run(bot: type[Bot], max_matches: int = 64, *, names: bool = False, words: bool = False) -> None:
    """Plays matches with the bot until the arena says goodbye; the program should end when `run` returns.

    `max_matches`: how many matches the bot can play at once; each match has its own bot object, so only a bot that
    keeps data in global variables needs 1. `names`: whether turns have the names of the legal actions. `words`:
    whether turns have these names and the game's position in words, and `MatchStart` has the rules in words.

    Ends the program with an error message if the arena cannot be reached or refuses the bot. If the arena ends a
    program that hangs, the program prints the line where it hung.
    """
    gc.freeze()  # these objects live to the end, so the garbage collector need never search them
    show_place_when_terminated(STDERR)
    language = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    try:
        with conversation(*summons(), bot.__name__, language, max_matches, names or words, words) as stream:
            _play(bot, stream.messages(), stream.send)
    except NoActionError as error:
        sys.exit(str(error))
    except Exception as error:  # noqa: BLE001  # any error is printed and ends the program
        _show(error)
        sys.exit(1)


class NoActionError(TypeError):
    """Raised if a bot returned a value that cannot be an action in any game, such as a text or a negative number."""


def summons() -> tuple[str, str]:
    """Returns the arena's address and the bot's token from the environment; ends the program with an explanation if
    they are not set. They are not set if no arena started the program.
    """
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
    """Opens a stream to the arena, sends the message Hello, and yields the stream. Ends the program with an error
    message if the arena cannot be reached or ends the stream with an error.
    """
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
    """One match on the stream: the match's bot object, and the number of turns that the bot has had."""

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
        legal = message.legal  # stored, because each access to the field makes a new wrapper
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
    """Returns the layout of the rows in a match's turns; None if the game does not describe its views in rows, which
    are named lists of values.
    """
    if not start.HasField("schema"):
        return None
    from arena.bot.rows import Shape  # noqa: PLC0415  # most bots start sooner without it

    return Shape(start.schema.rows)


def told(message: Message, shape: "Shape | None") -> Turn:
    """Returns the object that a bot's `choose` receives for a turn: a RowsTurn if the game describes its views in rows,
    which are named lists of values, else the message itself.
    """
    if not shape:
        return cast("Turn", message)
    from arena.bot.rows import RowsTurn  # noqa: PLC0415  # most bots start sooner without it

    return cast("Turn", RowsTurn(shape, message))


def read_turn(start: MatchStart, data: bytes) -> Turn:
    """Returns a recorded turn as `choose` would receive it, for tests. `start` is the message that began the match."""
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
    """Prints the error with its traceback as Python does, but without the kit's frames before the bot's own code."""
    import traceback  # noqa: PLC0415  # needed only after a failure

    frame = error.__traceback__
    while frame and os.path.dirname(frame.tb_frame.f_code.co_filename) == HERE:  # noqa: PTH120  # as above
        frame = frame.tb_next
    traceback.print_exception(error.with_traceback(frame or error.__traceback__))


def _place(function: Callable[..., object]) -> str:
    """Returns the place where a function is defined, as a line of a traceback; "choose" if the place is unknown."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f'  File "{code.co_filename}", line {code.co_firstlineno}, in {code.co_name}' if code else "choose"


@cache
def _complain_once(place: str) -> None:
    """Prints to standard error that the function at `place` returned an illegal action, but only once for each
    function.
    """
    sys.stderr.write(f"{place}: returned something that is not in turn.legal\n")


def _choices(turn_ids: list[int], actions: list[int], notes: list[str]) -> bytes:
    try:
        choices = Choices(turn_ids=turn_ids, actions=actions, notes=notes if any(notes) else None)
    except (TypeError, ValueError) as error:
        strange = [action for action in actions if not (isinstance(action, int) and 0 <= action <= MOST_ACTION)]
        raise NoActionError(f"choose returned {strange[0]!r}; expected one of turn.legal") from error
    return BotMessage(choices=choices).SerializeToString()
