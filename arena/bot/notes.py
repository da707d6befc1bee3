"""`turn.note(...)`: a note for the bot's author that is sent and recorded with a choice."""

from typing import TYPE_CHECKING, Final

from arena.protocol.v1 import arena_pb2

MOST_NOTE: Final = 200
"""The most characters of a note that the arena stores; the rest of a longer note is cut off."""

_noted: Final[dict[int, str]] = {}
"""The note on each turn that the bot is answering now, by turn_id."""

if TYPE_CHECKING:
    from arena.bot.rows import Rows

    class Turn(arena_pb2.Turn):
        """The Turn message with the attributes that the kit adds. This class is only for type checkers; at run time the
        name refers to the generated message class, which gets `note` added.
        """

        rows: "Rows"
        """The values of each row, by the row's name; present only if the game describes its views in rows, which are
        named lists of values.
        """

        def note(self, text: object) -> None:
            """Attaches a note to the choice of this turn, for people who read the finished match.

            A later note on the same turn replaces an earlier one, and only the first 200 characters of a note are kept.
            No other bot sees the note. Outside of `choose` this method does nothing.
            """

else:
    Turn = arena_pb2.Turn

    def _note(turn: Turn, text: object) -> None:
        if turn.turn_id not in _noted:
            return  # the turn is answered already, or comes from no arena
        # invalid text must not make the bot fail
        _noted[turn.turn_id] = str(text)[:MOST_NOTE].encode("utf-8", "replace").decode()

    Turn.note = _note


def let_note(turn_id: int) -> None:
    """Begins the answer to a turn: from now on, a note on this turn is kept."""
    _noted[turn_id] = ""


def take_note(turn_id: int) -> str:
    """Returns the note on a turn, empty if the bot wrote none; ignores all later notes on this turn."""
    return _noted.pop(turn_id)
