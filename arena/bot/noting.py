"""`turn.note(...)`: a note for the bot's author that travels with a choice."""

from typing import TYPE_CHECKING, Final

from arena.protocol.v1 import arena_pb2

MOST_NOTE: Final = 200
"""Characters of a note that the arena keeps."""

_noted: Final[dict[int, str]] = {}
"""By turn_id: what was noted on the turn that is being answered."""

if TYPE_CHECKING:
    from arena.bot.rows import Rows

    class Turn(arena_pb2.Turn):
        """The message, which at run time is the very one of the stubs, with what the kit adds to it."""

        rows: "Rows"
        """By name, the values of each row, where the game shows itself in rows."""

        def note(self, text: object) -> None:
            """Notes a line on the choice of this turn, for readers of the finished match.

            The last one counts; of a long one the first 200 characters. No other bot is told of it. Outside of
            `choose` it does nothing.
            """

else:
    Turn = arena_pb2.Turn

    def _note(turn: Turn, text: object) -> None:
        if turn.turn_id not in _noted:
            return  # it is answered, or no arena asks
        _noted[turn.turn_id] = str(text)[:MOST_NOTE].encode("utf-8", "replace").decode()  # what is no text fails no bot

    Turn.note = _note


def let_note(turn_id: int) -> None:
    """A turn is being answered from now on: what is noted on it counts."""
    _noted[turn_id] = ""


def take_note(turn_id: int) -> str:
    """What was noted on a turn that is answered now."""
    return _noted.pop(turn_id)
