"""Makes observations of games that have their own protocol messages, from the fields of these messages.

The first number of an observation is the seat. The fields of the match's set-up that differ from deal to deal follow,
except texts; the last numbers are the fields of the view.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.building.house import house_bots
from arena.protocol.codecs import Codec
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.training.numbers.layout import NOTHING, Layout, misfit, room_of

HINT: Final = "set the row's greatest length in MOST, in the module of the game's codec"
FIELD: Final = re.compile(r"((?:^ *//.*\n)+) *(?:repeated |optional )?[\w.]+ (\w+) = \d+;", re.MULTILINE)

Message = Any
"""An object of a generated message class; its fields are read through the descriptor of the class."""


class MessageReader:
    """Makes observations from the views of a game with a fixed number of seats."""

    def __init__(self, key: str, codec: Codec, views: Sequence[Any]) -> None:
        """Prepares the layout. `key`: the game's key, which is also the name of the game's field in messages. `views`:
        one list of the views of every seat just after each of several deals.
        """
        self._key, self._codec = key, codec
        self._layout = layout = Layout()
        setups = [self._setup_message(view) for view in views]
        self._setup = [
            field.name
            for field in setups[0].DESCRIPTOR.fields
            if field.type != field.TYPE_STRING and len({str(_values(one, field)) for one in setups}) > 1
        ]
        """The names of the fields in the game's part of MatchStart that differ from deal to deal, except texts."""
        for name in self._setup:
            field = setups[0].DESCRIPTOR.fields_by_name[name]
            layout.add(name, len(_values(setups[0], field)), _meaning(field))
        messages = [self._view_message(view) for view in views]
        self._fields: list[tuple[str, bool, bool, int, bool]] = []
        """For each field of a view: its name, whether it is a list, whether it may be absent, the number of places that
        it has in an observation, and whether its length varies.
        """
        for field in messages[0].DESCRIPTOR.fields:
            dealt, most = max(len(_values(one, field)) for one in messages), codec.most.get(field.name, 0)
            differs = len({len(_values(one, field)) for one in messages}) > 1
            varies = field.is_repeated and (bool(most) or differs or not dealt)
            room = room_of(most, dealt) if varies else dealt
            optional = not field.is_repeated and field.has_presence
            meaning = f"{_meaning(field)}; then {NOTHING}" if optional else _meaning(field)
            (layout.add_varying if varies else layout.add)(field.name, room, meaning)
            self._fields.append((field.name, field.is_repeated, optional, room, varies))
        self._dealt: list[float] = []
        self.parts = tuple(layout.parts)

    def begin(self, view: object) -> None:
        """Begins a match and reads its set-up; `view` is the view of any seat in this match."""
        if self._setup:
            message = self._setup_message(view)
            self._dealt = [value for name in self._setup for value in getattr(message, name)]

    def numbers(self, view: Any) -> NDArray[np.float32]:  # noqa: ANN401  # each game has its own type of view
        """Returns the observation for a view. Raises ArenaError [row-misfits] if a list of the view has too many
        values, or if a list of fixed length has too few.
        """
        message = self._view_message(view)
        values = [view.seat, *self._dealt]
        for name, many, optional, room, varies in self._fields:
            value = getattr(message, name)
            if not many:
                values.append(NOTHING if optional and not message.HasField(name) else value)
                continue
            count = len(value)
            if varies and count <= room:
                values.append(count)
                values += value
                values += [NOTHING] * (room - count)
            elif count == room:
                values += value
            else:
                raise misfit(name, count, room, HINT, varies=varies)
        return np.array(values, np.float32)

    def _setup_message(self, view: object) -> Message:
        return getattr(MatchStart.FromString(self._codec.encode_setup(view)), self._key)

    def _view_message(self, view: object) -> Message:
        return getattr(Turn.FromString(self._codec.encode_view(view)), self._key)


def _values(message: Message, field: Any) -> list[float]:  # noqa: ANN401  # descriptors are untyped
    value = getattr(message, field.name)
    return list(value) if field.is_repeated else [value]


def _meaning(field: Any) -> str:  # noqa: ANN401  # as above
    """Returns the comment of a field in the protocol's source files. For an enumeration, adds the name of each number
    except 0.
    """
    text = _comments(field.file.name, field.containing_type.name).get(field.name, "")
    if field.enum_type is None:
        return text
    values = [value for value in field.enum_type.values if value.number]
    return f"{text} ({', '.join(f'{value.number} {_short(value.name, field.enum_type.name)}' for value in values)})"


def _short(name: str, kind: str) -> str:
    """Returns the name of a value of an enumeration without the enumeration's name, for example eagle for
    `HOUSE_EAGLE`.
    """
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", kind).upper()
    return name.removeprefix(f"{words}_").lower().replace("_", " ")


@cache
def _comments(file: str, message: str) -> dict[str, str]:
    """Returns the comment of each field of a message in the protocol's source files, by the field's name."""
    text = (house_bots().parent / "proto" / file).read_text("utf-8")
    body = text.partition(f"\nmessage {message} {{\n")[2].partition("\n}")[0]
    return {
        name: " ".join(line.strip(" /") for line in comment.splitlines()).rstrip(".")
        for comment, name in FIELD.findall(body)
    }
