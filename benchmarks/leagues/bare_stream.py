"""A bare gRPC stream: a server that sends one message a turn and waits for the client's answer, and does nothing else.

The benchmarks of leagues compare their throughput with this stream. Server and client are two processes, talk over a
Unix socket, and their messages have the size of a turn and a choice of a real match.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import grpc.aio

from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, Choices, Turn
from arena.protocol.v1.verraeter_pb2 import VerraeterView
from arena.system.processes.process_table import US_PER_S
from benchmarks.speed import Speed

METHOD = "/bench.Bare/Play"
SECONDS = 4.0


def turn_bytes() -> bytes:
    """Returns an encoded turn that is as large as turns in real matches."""
    view = VerraeterView(building_seat=[1] * 12, score=[9] * 4, hand_sizes=[3] * 4, played=[0] * 24, hand=[1] * 36)
    turn = Turn(turn_id=1000, match=100, legal=range(8000, 8012), bank_ms=30000, verraeter=view)
    return ArenaMessage(batch=Batch(turns=[turn])).SerializeToString()


async def serve(address: str) -> None:
    """Runs the server: it exchanges messages with the first client for SECONDS.

    Then it prints the exchanges a second, its CPU time in seconds, and the number of exchanges.
    """
    done = asyncio.Event()

    async def play(requests: AsyncIterator[bytes], _: Any) -> AsyncIterator[bytes]:  # noqa: ANN401  # untyped in grpc
        count, began, used, message = 0, time.perf_counter(), time.process_time(), turn_bytes()
        async for _request in requests:
            count += 1
            if (spent := time.perf_counter() - began) > SECONDS:
                print(count / spent, time.process_time() - used, count)
                done.set()
                return
            yield message

    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Bare", {"Play": handler}),))
    server.add_insecure_port(address)
    await server.start()
    print("ready", flush=True)
    await done.wait()
    await server.stop(0.5)


def answer(address: str) -> None:
    """Runs the client, which answers each message from the server at `address` with a choice."""
    choice = BotMessage(choices=Choices(turn_ids=[1000], actions=[8003])).SerializeToString()
    outbox: SimpleQueue[bytes | None] = SimpleQueue()
    outbox.put(choice)
    with grpc.insecure_channel(address) as channel:
        stream: Iterator[bytes] = channel.stream_stream(METHOD, None, None)(iter(outbox.get, None))  # type: ignore[assignment]  # untyped without serializers
        next(stream)
        used = time.process_time()
        outbox.put(choice)
        for _ in stream:
            outbox.put(choice)
        print(time.process_time() - used)
    outbox.put(None)


def measure() -> Speed:
    """Runs a server and a client; returns their exchanges a second, and the CPU time of an exchange."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{Path(folder) / 'bare.socket'}"
        command = [sys.executable, "-m", "benchmarks.leagues.bare_stream", address]
        with subprocess.Popen([*command, "serve"], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            server.stdout.readline()
            with subprocess.Popen([*command, "answer"], stdout=subprocess.PIPE, text=True) as client:
                rate, used_s, count = map(float, server.stdout.readline().split())
                assert client.stdout is not None
                used_s += float(client.stdout.readline())
    return Speed(rate, US_PER_S * used_s / count)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(f"bare stream: {measure().per_s:,.0f} exchanges/s")
    elif sys.argv[2] == "serve":
        asyncio.run(serve(sys.argv[1]))
    else:
        answer(sys.argv[1])
