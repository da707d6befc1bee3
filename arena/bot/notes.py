"""`turn.note(...)`: a note for the bot's author that travels with a choice."""

from typing import TYPE_CHECKING, Final

from arena.protocol.v1 import arena_pb2

MOST_NOTE: Final = 200
"""How many characters of a note the arena keeps."""

_noted: Final[dict[int, str]] = {}
"""The note on each turn that is being answered, by turn_id."""

if TYPE_CHECKING:
    from arena.bot.rows import Rows

    class Turn(arena_pb2.Turn):
        """The Turn message with what the kit adds to it; at run time this is the class of the stubs itself."""

        rows: "Rows"
        """The values of each row, by its name, if the game shows itself in rows."""

        def note(self, text: object) -> None:
            """Notes a line on the choice of this turn, for readers of the finished match.

            The last note of a turn counts, and only its first 200 characters. No other bot sees it. Outside of
            `choose` this does nothing.
            """

else:
    Turn = arena_pb2.Turn

    def _note(turn: Turn, text: object) -> None:
        if turn.turn_id not in _noted:
            return  # the turn is answered already, or comes from no arena
        _noted[turn.turn_id] = str(text)[:MOST_NOTE].encode("utf-8", "replace").decode()  # bad text fails no bot

    Turn.note = _note


def let_note(turn_id: int) -> None:
    """Begins a turn, so that a note on it is kept from now on."""
    _noted[turn_id] = ""


def take_note(turn_id: int) -> str:
    """Ends a turn and returns the note on it; empty if there is none."""
    return _noted.pop(turn_id)
