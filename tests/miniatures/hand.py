"""HTTP/2 written by hand for test bots: the bot's side of connections, on which a test can keep or break every rule."""

import os
import socket
import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Choices, Hello, Turn

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 3, 4, 6, 8
END_OF_HEADERS, ACKNOWLEDGED = 4, 1
INITIAL_WINDOW: Final = 4
"""The number of the setting SETTINGS_INITIAL_WINDOW_SIZE in HTTP/2."""
ENOUGH: Final = 1 << 30
"""A size of the flow-control window in bytes that is large enough for a whole league."""
PREFIX: Final = 5
"""The number of bytes before a gRPC message: one byte that marks compression, and four bytes with the message's size.
"""


class Frame(NamedTuple):
    """A frame of HTTP/2, the unit of all data on a connection."""

    kind: int
    flags: int
    stream: int
    content: bytes


def encoded(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    """Returns a frame encoded as bytes."""
    return struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content


def opening(stream: int) -> bytes:
    """Returns the frame that opens a stream."""
    pairs = {
        ":method": "POST",
        ":scheme": "http",
        ":path": "/arena.protocol.v1.ArenaService/Play",
        ":authority": "arena",
        "te": "trailers",
        "content-type": "application/grpc",
    }
    block = b"".join(b"\0" + _word(name) + _word(value) for name, value in pairs.items())
    return encoded(HEADERS, END_OF_HEADERS, stream, block)


def message(content: bytes, stream: int = 1, announced: int | None = None) -> bytes:
    """Returns a frame with a gRPC message. `announced` is the message's size in bytes, if `content` is only its
    beginning.
    """
    size = len(content) if announced is None else announced
    return encoded(DATA, 0, stream, b"\0" + struct.pack(">I", size) + content)


def _word(text: str) -> bytes:
    return bytes((len(text),)) + text.encode()


class Hand:
    """One HTTP/2 connection to the arena. It sends nothing by itself, except that `frames` sends acknowledgements."""

    def __init__(self) -> None:
        self._received = b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))

    def greet(self, window: int = ENOUGH) -> None:
        """Begins HTTP/2. `window` is the number of bytes that the arena may send at first on each stream."""
        self.send(PREFACE + encoded(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW, window)))
        self.allow(ENOUGH, 0)

    def send(self, data: bytes) -> None:
        """Sends any bytes, valid or not."""
        self.socket.sendall(data)

    def allow(self, size: int, stream: int = 1) -> None:
        """Enlarges the flow-control window of a stream by `size` bytes, so that the arena may send more; stream 0 is
        the whole connection.
        """
        self.send(encoded(WINDOW_UPDATE, 0, stream, struct.pack(">I", size)))

    def hello(self, max_matches: int = 1, stream: int = 1) -> None:
        """Opens a stream and introduces the bot."""
        hello = Hello(protocol_version=1, token=os.environ["ARENA_TOKEN"], max_matches=max_matches)
        self.send(opening(stream) + message(BotMessage(hello=hello).SerializeToString(), stream))

    def choose(self, turn_id: int, action: int) -> None:
        """Answers a turn with an action."""
        self.send(message(BotMessage(choices=Choices(turn_ids=[turn_id], actions=[action])).SerializeToString()))

    def frames(self, acknowledging: bool = True) -> Iterator[Frame]:
        """Yields all frames until the connection ends; acknowledges SETTINGS and PING unless
        `acknowledging` is False.
        """
        while True:
            size, kind, flags, stream = struct.unpack(">IBBI", b"\0" + self._receive(9))
            frame = Frame(kind, flags, stream, self._receive(size))
            if acknowledging and kind in (SETTINGS, PING) and not flags & ACKNOWLEDGED:
                self.send(encoded(kind, ACKNOWLEDGED, 0, frame.content if kind == PING else b""))
            yield frame

    def content(self, acknowledging: bool = True) -> Iterator[bytes]:
        """Yields the content of each DATA frame from the arena. `acknowledging`: as for `frames`."""
        return (frame.content for frame in self.frames(acknowledging) if frame.kind == DATA)

    def turns(self, acknowledging: bool = True) -> Iterator[Turn]:
        """Yields all turns; raises SystemExit at the connection's end. `acknowledging`: as for `frames`."""
        data = b""
        for piece in self.content(acknowledging):
            data += piece
            while len(data) >= PREFIX and len(data) >= PREFIX + (size := int.from_bytes(data[1:PREFIX], "big")):
                said = ArenaMessage.FromString(data[PREFIX : PREFIX + size])
                data = data[PREFIX + size :]
                yield from said.batch.turns

    def _receive(self, size: int) -> bytes:
        while len(self._received) < size:
            received = self.socket.recv(65_536)
            if not received:
                raise SystemExit("the arena closed the connection")
            self._received += received
        taken, self._received = self._received[:size], self._received[size:]
        return taken
