"""Tests of which messages of a bot the arena accepts, and of the gRPC status and the sentence with which it refuses the
others.
"""

from itertools import product

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from arena.protocol.conversation import (
    MOST_MESSAGE_BYTES,
    PROTOCOL_VERSION,
    TRANSITIONS,
    Conversation,
    Refusal,
    Stage,
)
from arena.protocol.v1.arena_pb2 import BotMessage, Choices, Hello

TOKEN = "a good token"
HELLO = BotMessage(hello=Hello(protocol_version=PROTOCOL_VERSION, token=TOKEN)).SerializeToString()
CHOICES = BotMessage(choices=Choices(turn_ids=[1, 2], actions=[3, 4])).SerializeToString()
SAID = {"hello": HELLO, "choices": CHOICES, "nothing": b""}
DUE = {
    Stage.OPENED: "the first message must be hello",
    Stage.PLAYING: "after hello only choices may follow",
}


def at(stage: Stage) -> Conversation:
    conversation = Conversation(TOKEN)
    if stage is Stage.PLAYING:
        conversation.receive(HELLO)
    return conversation


def refusal(stage: Stage, data: bytes) -> tuple[str, str]:
    conversation = at(stage)
    with pytest.raises(Refusal) as caught:
        conversation.receive(data)
    assert caught.value.sentence == str(caught.value)
    return caught.value.status, caught.value.sentence


def hello(token: str = TOKEN, version: int = PROTOCOL_VERSION) -> bytes:
    return BotMessage(hello=Hello(protocol_version=version, token=token)).SerializeToString()


@pytest.mark.parametrize(("stage", "kind"), TRANSITIONS)
def test_what_is_in_the_table_may_be_said(stage: Stage, kind: str) -> None:
    message = at(stage).receive(SAID[kind])
    assert message.WhichOneof("message") == kind
    assert message.SerializeToString() == SAID[kind]


@pytest.mark.parametrize(("stage", "kind"), sorted(set(product(Stage, SAID)) - set(TRANSITIONS), key=str))
def test_what_is_not_in_the_table_is_refused(stage: Stage, kind: str) -> None:
    said = "an empty message" if kind == "nothing" else kind
    assert refusal(stage, SAID[kind]) == ("INVALID_ARGUMENT", f"the bot sent {said}, but {DUE[stage]}")


def test_every_kind_of_message_is_tried() -> None:
    kinds = {field.name for field in BotMessage.DESCRIPTOR.oneofs_by_name["message"].fields}
    assert kinds == {kind for _, kind in TRANSITIONS} == set(SAID) - {"nothing"}


def test_after_hello_come_choices_and_more_choices() -> None:
    conversation = at(Stage.PLAYING)
    for _ in range(3):
        assert list(conversation.receive(CHOICES).choices.actions) == [3, 4]


def test_there_is_a_note_for_each_choice_or_none() -> None:
    for notes in ([], ["", "why"]):
        message = BotMessage(choices=Choices(turn_ids=[1, 2], actions=[3, 4], notes=notes))
        assert list(at(Stage.PLAYING).receive(message.SerializeToString()).choices.notes) == notes
    status, sentence = refusal(
        Stage.PLAYING, BotMessage(choices=Choices(turn_ids=[1, 2], actions=[3, 4], notes=["why"])).SerializeToString()
    )
    assert status == "INVALID_ARGUMENT"
    assert sentence.startswith("choices has 2 turn_ids and 1 notes; there must be one note for each turn")


@pytest.mark.parametrize("token", ["", "a good toke", "a good token ", "A GOOD TOKEN", "\u00e4"])
def test_a_wrong_token_is_not_authenticated(token: str) -> None:
    status, sentence = refusal(Stage.OPENED, hello(token))
    assert status == "UNAUTHENTICATED"
    assert sentence == ("hello has a wrong token; send the value of the environment variable ARENA_TOKEN, unchanged")


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_version_is_named_beside_the_arenas_own(version: int) -> None:
    status, sentence = refusal(Stage.OPENED, hello(version=version))
    assert status == "FAILED_PRECONDITION"
    assert sentence == (
        f"the bot speaks protocol version {version}, this arena speaks version {PROTOCOL_VERSION}; "
        "rebuild the bot with the arena's proto files"
    )


def test_who_has_a_wrong_token_is_not_told_of_versions() -> None:
    assert refusal(Stage.OPENED, hello("wrong", 99))[0] == "UNAUTHENTICATED"


@pytest.mark.parametrize(("turn_ids", "actions"), [([1], []), ([], [1]), ([1, 2], [1]), ([1], [1, 2])])
def test_choices_of_two_lengths_are_counted(turn_ids: list[int], actions: list[int]) -> None:
    data = BotMessage(choices=Choices(turn_ids=turn_ids, actions=actions)).SerializeToString()
    assert refusal(Stage.PLAYING, data) == (
        "INVALID_ARGUMENT",
        f"choices has {len(turn_ids)} turn_ids and {len(actions)} actions; there must be one action for each turn",
    )


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x05abc", b"GET / HTTP/1.1", b"\x0a\x03\x12\x01\xff"])
def test_bytes_that_are_no_message_are_refused(stage: Stage, data: bytes) -> None:
    assert refusal(stage, data) == (
        "INVALID_ARGUMENT",
        "the bytes received are not a BotMessage of arena.protocol.v1",
    )


@pytest.mark.parametrize("stage", Stage)
def test_a_message_may_be_large_but_not_larger(stage: Stage) -> None:
    status, sentence = refusal(stage, bytes(MOST_MESSAGE_BYTES + 1))
    assert status == "RESOURCE_EXHAUSTED"
    assert sentence == "the bot sent a message of 1048577 bytes; the largest allowed has 1048576"
    assert refusal(stage, bytes(MOST_MESSAGE_BYTES))[0] == "INVALID_ARGUMENT"


class Talk(RuleBasedStateMachine):
    """A test that sends a bot's messages in any order, and predicts from a simple model which messages are accepted."""

    def __init__(self) -> None:
        super().__init__()
        self.conversation = Conversation(TOKEN)
        self.introduced = False
        self.accepted = 0

    def say(self, data: bytes, *, right: bool) -> None:
        if right:
            assert self.conversation.receive(data).SerializeToString() == data
            self.accepted += 1
        else:
            with pytest.raises(Refusal):
                self.conversation.receive(data)

    @rule(token=st.sampled_from([TOKEN, "wrong", ""]), version=st.sampled_from([PROTOCOL_VERSION, 0, 2]))
    def say_hello(self, token: str, version: int) -> None:
        right = not self.introduced and token == TOKEN and version == PROTOCOL_VERSION
        self.say(hello(token, version), right=right)
        self.introduced |= right

    @rule(turns=st.integers(0, 3), actions=st.integers(0, 3))
    def say_choices(self, turns: int, actions: int) -> None:
        message = BotMessage(choices=Choices(turn_ids=range(turns), actions=range(actions)))
        self.say(message.SerializeToString(), right=self.introduced and turns == actions)

    @rule()
    def say_nothing(self) -> None:
        self.say(b"", right=False)

    @rule(rest=st.binary(max_size=20))
    def say_garbage(self, rest: bytes) -> None:
        self.say(b"\xff\xff" + rest, right=False)

    @invariant()
    def only_who_was_introduced_is_heard(self) -> None:
        assert self.introduced == (self.accepted > 0)


TestTalk = Talk.TestCase
TestTalk.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
