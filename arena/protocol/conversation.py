"""The arena's side of the message exchange with one bot, as a transition table, without I/O.

Rule 1: `TRANSITIONS` has an entry for each message that a bot may send at each stage; a message without an entry is a
protocol error.
Rule 2: every protocol error raises a `Refusal`, which consists of the name of a gRPC status and a sentence that a
student understands.
"""

from enum import Enum, auto
from hmac import compare_digest
from typing import Final

from google.protobuf.message import DecodeError

from arena.protocol.v1.arena_pb2 import BotMessage, Hello

PROTOCOL_VERSION: Final = 1
MOST_MESSAGE_BYTES: Final = 1 << 20
"""The largest message that a bot may send, in bytes; a larger message breaks the protocol."""


class Stage(Enum):
    """The stages of the message exchange with a bot: before its message Hello, and after it."""

    OPENED = auto()
    PLAYING = auto()


TRANSITIONS: Final = {
    (Stage.OPENED, "hello"): Stage.PLAYING,
    (Stage.PLAYING, "choices"): Stage.PLAYING,
}

_DUE: Final = {
    Stage.OPENED: "the first message must be hello",
    Stage.PLAYING: "after hello only choices may follow",
}


class Refusal(Exception):  # noqa: N818  # a term of the protocol
    """The error for a bot that has broken the protocol. The arena ends the bot's stream with the error's gRPC status
    and sentence.
    """

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        """The name of a gRPC status code."""
        self.sentence = sentence


class Conversation:
    """The message exchange with a bot on one stream; it keeps track of the messages that the bot may send next. `token`
    is the secret that the bot must send in Hello.
    """

    def __init__(self, token: str) -> None:
        self._token = token
        self._stage = Stage.OPENED

    def receive(self, data: bytes) -> BotMessage:
        """Returns the bot's message, decoded and checked. Raises Refusal if the message is too large, malformed or not
        allowed now, or if Hello has a wrong token or protocol version.
        """
        if len(data) > MOST_MESSAGE_BYTES:
            raise Refusal(
                "RESOURCE_EXHAUSTED",
                f"the bot sent a message of {len(data)} bytes; the largest allowed has {MOST_MESSAGE_BYTES}",
            )
        try:
            message = BotMessage.FromString(data)
        except DecodeError as error:
            raise Refusal("INVALID_ARGUMENT", "the bytes received are not a BotMessage of arena.protocol.v1") from error
        kind = message.WhichOneof("message")
        following = TRANSITIONS.get((self._stage, kind or "nothing"))
        if following is None:
            said = kind or "an empty message"
            raise Refusal("INVALID_ARGUMENT", f"the bot sent {said}, but {_DUE[self._stage]}")
        if kind == "hello":
            self._check_hello(message.hello)
        elif len(message.choices.turn_ids) != len(message.choices.actions):
            raise Refusal(
                "INVALID_ARGUMENT",
                f"choices has {len(message.choices.turn_ids)} turn_ids and {len(message.choices.actions)} actions; "
                "there must be one action for each turn",
            )
        elif message.choices.notes and len(message.choices.notes) != len(message.choices.turn_ids):
            raise Refusal(
                "INVALID_ARGUMENT",
                f"choices has {len(message.choices.turn_ids)} turn_ids and {len(message.choices.notes)} notes; "
                "there must be one note for each turn, which may be empty, or none at all",
            )
        self._stage = following
        return message

    def _check_hello(self, hello: Hello) -> None:
        if not compare_digest(hello.token.encode(), self._token.encode()):
            raise Refusal(
                "UNAUTHENTICATED",
                "hello has a wrong token; send the value of the environment variable ARENA_TOKEN, unchanged",
            )
        if hello.protocol_version != PROTOCOL_VERSION:
            raise Refusal(
                "FAILED_PRECONDITION",
                f"the bot speaks protocol version {hello.protocol_version}, this arena speaks version "
                f"{PROTOCOL_VERSION}; rebuild the bot with the arena's proto files",
            )
