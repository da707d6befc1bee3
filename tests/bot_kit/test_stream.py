"""Tests of the kit's stream against gRPC's own server: messages arrive complete, and each way in which a stream can end
has its own error message.
"""

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import grpc
import pytest

from arena.bot.stream import MOST_FRAME_BYTES, ROOM_BYTES, EndedError, Stream
from arena.transport.streams.server import SERVICE

Play = Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]

SIZES = [0, 1, 4, 5, 16_383, 16_384, 65_535, 65_536, MOST_FRAME_BYTES + 1, ROOM_BYTES + 1]
DATA_OF_NO_STREAM = b"\0\0\1\0\0\0\0\0\0x"
MOST = ("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)


@contextmanager
def arena(play: Play, address: str = "127.0.0.1:0") -> Iterator[str]:
    """Runs a gRPC server that plays the arena's part with the handler `play`; yields its address."""
    server = grpc.server(ThreadPoolExecutor(2), options=MOST)
    handlers = {"Play": grpc.stream_stream_rpc_method_handler(play)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port(address)
    server.start()
    try:
        yield address if address.startswith("unix:") else f"127.0.0.1:{port}"
    finally:
        server.stop(None).wait()


@contextmanager
def stream(play: Play) -> Iterator[Stream]:
    with arena(play) as address, closing(Stream(address)) as opened:
        yield opened


def echo(messages: Iterator[bytes], _: Any) -> Iterator[bytes]:
    yield from messages


def message(size: int) -> bytes:
    """Returns `size` bytes in which the values 0 to 250 repeat, so that lost or doubled bytes are noticed."""
    return (bytes(range(251)) * (size // 251 + 1))[:size]


@pytest.mark.parametrize("socket_file", [True, False])
def test_messages_of_every_size_come_back_as_they_were_sent(socket_file: bool, tmp_path: Path) -> None:
    with (
        arena(echo, f"unix:{tmp_path}/socket" if socket_file else "127.0.0.1:0") as address,
        closing(Stream(address)) as opened,
    ):
        heard = opened.messages()
        for size in SIZES:
            opened.send(message(size))
            assert next(heard) == message(size)


def test_small_messages_are_told_apart() -> None:
    with stream(echo) as opened:
        for size in range(300):
            opened.send(message(size))
        assert [len(heard) for _, heard in zip(range(300), opened.messages(), strict=False)] == [*range(300)]


def test_what_is_heard_while_there_is_no_room_is_kept() -> None:
    def talks_first(messages: Iterator[bytes], _: Any) -> Iterator[bytes]:
        for _ in range(50):
            yield message(MOST_FRAME_BYTES)
        yield from messages

    with stream(talks_first) as opened:
        for _ in range(4):
            opened.send(message(MOST_FRAME_BYTES))
        heard = opened.messages()
        assert all(next(heard) == message(MOST_FRAME_BYTES) for _ in range(54))


def test_one_thread_sends_while_another_hears() -> None:
    with stream(echo) as opened:

        def say() -> None:
            for size in range(2_000):
                opened.send(message(size))

        saying = Thread(target=say)
        saying.start()
        assert [len(heard) for _, heard in zip(range(2_000), opened.messages(), strict=False)] == [*range(2_000)]
        saying.join()


def test_a_thread_that_waits_for_room_is_told_of_it_by_the_one_that_hears() -> None:
    heard_by_arena: list[int] = []

    def listens_late(messages: Iterator[bytes], _: Any) -> Iterator[bytes]:
        time.sleep(0.2)
        heard_by_arena.extend(len(next(messages)) for _ in range(10))
        yield b"all"

    with stream(listens_late) as opened:
        hearing = Thread(target=lambda: heard.extend(opened.messages()))
        heard: list[bytes] = []
        hearing.start()
        for _ in range(10):
            opened.send(message(100_000))
        hearing.join()
    assert (heard, heard_by_arena) == ([b"all"], [100_000] * 10)


def test_a_stream_that_the_arena_ends_well_has_no_more_messages() -> None:
    with stream(lambda *_: iter([b"one", b"two"])) as opened:
        opened.send(b"hello")
        assert list(opened.messages()) == [b"one", b"two"]


@pytest.mark.parametrize("words", ["hello has a wrong token", "50 % of \u201eseat 2\u201c:\nnothing", "x" * 3_000])
def test_what_the_arena_says_when_it_refuses_is_told(words: str) -> None:
    def refuse(messages: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        next(messages)
        context.abort(grpc.StatusCode.UNAUTHENTICATED, words)
        yield b""

    with stream(refuse) as opened:
        opened.send(b"hello")
        with pytest.raises(EndedError) as caught:
            list(opened.messages())
    assert str(caught.value) == f"The arena ended the conversation: {words}"


def test_who_has_not_heard_of_the_end_hears_of_it_when_there_is_no_room() -> None:
    def refuse(_: Any, context: grpc.ServicerContext) -> Iterator[bytes]:
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too much")
        yield b""

    with stream(refuse) as opened:
        assert not opened.send(message(ROOM_BYTES))
        with pytest.raises(EndedError, match="too much"):
            list(opened.messages())


def test_what_the_arena_said_before_its_end_is_heard_even_if_an_answer_comes_too_late() -> None:
    said = Event()

    def says_goodbye(_: Any, context: grpc.ServicerContext) -> Iterator[bytes]:
        context.add_callback(said.set)
        yield from [b"batch", b"goodbye"]

    with arena(says_goodbye) as address:
        opened = Stream(address)
        opened.send(b"hello")
        heard = opened.messages()
        assert next(heard) == b"batch"
        assert said.wait(10)
    with closing(opened):  # the arena is gone
        for _ in range(3):
            opened.send(b"choices")
        assert next(heard) == b"goodbye"
        assert not opened.send(b"choices")


def test_a_stream_that_is_cut_ends_for_who_hears() -> None:
    with stream(echo) as opened:
        opened.send(b"hello")
        Thread(target=opened.cut).start()
        with pytest.raises(EndedError):
            [*opened.messages()]


@pytest.mark.parametrize("end", [Stream.close, Stream.cut])
def test_what_is_sent_on_a_stream_that_is_over_is_refused(end: Callable[[Stream], None]) -> None:
    with stream(echo) as opened:
        opened.send(b"hello")
        end(opened)
        opened.send(b"more")
        assert not opened.send(b"more")


def test_a_thread_that_waits_for_room_is_told_that_the_stream_is_over() -> None:
    told: list[bool] = []

    def deaf(*_: Any) -> Iterator[bytes]:
        time.sleep(0.5)
        yield b"goodbye"

    with stream(deaf) as opened:

        def say() -> None:
            while opened.send(message(MOST_FRAME_BYTES)):
                pass
            told.append(True)

        saying = Thread(target=say)
        saying.start()
        assert list(opened.messages()) == [b"goodbye"]
        opened.close()
        saying.join(10)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("unix:/nowhere/at/all", "The arena cannot be reached at unix:/nowhere/at/all: No such file or directory."),
        (f"unix:/{'x' * 200}", f"The arena cannot be reached at unix:/{'x' * 200}: AF_UNIX path too long."),
        ("127.0.0.1:1", "The arena cannot be reached at 127.0.0.1:1: Connection refused."),
        ("nowhere", "nowhere cannot be the address of an arena: expected unix:PATH or HOST:PORT."),
        ("127.0.0.1:port", "127.0.0.1:port cannot be the address of an arena: expected unix:PATH or HOST:PORT."),
    ],
)
def test_an_arena_that_cannot_be_reached_is_named(address: str, sentence: str) -> None:
    with pytest.raises(EndedError) as caught:
        Stream(address)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [(b"", "The arena hung up."), (DATA_OF_NO_STREAM, "The arena does not speak HTTP/2: ")],
)
def test_what_is_no_arena_is_told(answer: bytes, sentence: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.recv(1 << 16)
                connection.sendall(answer)

        serving = Thread(target=serve)
        serving.start()
        with closing(Stream(f"127.0.0.1:{server.getsockname()[1]}")) as opened:
            opened.send(b"hello")
            with pytest.raises(EndedError) as caught:
                list(opened.messages())
        serving.join()
    assert str(caught.value).startswith(sentence)
