"""A bot that sends large messages. It ends if the arena sends a PING frame or a second SETTINGS frame."""

from collections.abc import Iterator

from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Choices
from tests.miniatures.hand import ACKNOWLEDGED, DATA, PING, PREFIX, SETTINGS, Hand, message

UNKNOWN = b"\x7a" + b"\xff\x3f" + bytes(8_191)
"""An unknown field of 8,191 bytes, which makes messages so large that gRPC may want to change its flow-control windows.
"""


def play() -> None:
    hand = Hand()
    hand.greet()
    hand.hello(max_matches=64)
    data = b""
    for piece in _content(hand):
        data += piece
        while len(data) >= PREFIX and len(data) >= PREFIX + (size := int.from_bytes(data[1:PREFIX], "big")):
            said = ArenaMessage.FromString(data[PREFIX : PREFIX + size])
            data = data[PREFIX + size :]
            if said.HasField("goodbye"):
                return
            if turns := said.batch.turns:
                choices = Choices(turn_ids=[turn.turn_id for turn in turns], actions=[turn.legal[0] for turn in turns])
                hand.send(message(BotMessage(choices=choices).SerializeToString() + UNKNOWN))


def _content(hand: Hand) -> Iterator[bytes]:
    settings = 0
    for frame in hand.frames():
        asks = frame.kind in {SETTINGS, PING} and not frame.flags & ACKNOWLEDGED
        settings += asks and frame.kind == SETTINGS
        if asks and (frame.kind == PING or settings > 1):
            raise SystemExit(f"asked by a frame of kind {frame.kind}")
        if frame.kind == DATA:
            yield frame.content
