"""Measures the network protocol alone: random bots answer batches of turns, without engine, match or clock.

The same batch is sent again and again. The result is the limit that gRPC, protobuf and the bots' own work set: no
league with the same bots can be faster.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from arena.building.house import house_bots
from arena.games.chance import Chance
from arena.games.registry import create_game
from arena.match import Entrant, MatchSpec
from arena.protocol.codecs import CODECS
from arena.protocol.turns import encode_batch, encode_opening, encode_seat, encode_start, encode_turn
from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Welcome
from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from arena.transport.streams.server import END_OF_STREAM, SERVICE
from benchmarks.report import Ratio, report

BOTS = 4
SECONDS = 4.0
STARTUP_S = 30.0
SIZES = (1, 16, 64, 256)
SEATS = 4
SPEC = MatchSpec(
    bytes(16),
    "verraeter",
    1,
    "official",
    bytes(16),
    bytes(16),
    tuple(Entrant(f"seat {seat}", "1", bytes(16)) for seat in range(SEATS)),
)


def batches(size: int) -> tuple[bytes, bytes]:
    """Returns two encoded batches: one that starts `size` matches, and one with a turn in each of these matches."""
    game, codec = create_game("verraeter"), CODECS["verraeter"]
    starts, turns = [], []
    for match in range(1, size + 1):
        state: Any = game.deal(SEATS, "official", Chance(match.to_bytes(16, "big")))
        for _ in range(match % 40):
            state = game.take(state, game.legal_actions(state)[0])
        seat = game.actor(state) or 0
        view = game.view(state, seat)
        setup = codec.encode_setup(view)
        starts.append(encode_start(match, seat, match, encode_opening(SPEC, setup)))
        legal = game.legal_actions(state)
        turns.append(encode_turn(match, encode_seat(match, seat), legal, 30_000, codec.encode_view(view)))
    return encode_batch(starts), encode_batch(turns)


async def measure(size: int) -> float:
    """Returns the choices a second of all bots together, when each batch has `size` turns."""
    start, turns = batches(size)
    count, playing = 0, asyncio.Event()

    async def play(_: object, context: Any) -> None:  # noqa: ANN401  # grpc has no public type for it
        nonlocal count
        await context.read()
        await context.write(ArenaMessage(welcome=Welcome(protocol_version=1)).SerializeToString())
        await context.write(start)
        while True:
            await context.write(turns)
            answered = 0
            while answered < size:
                data = await context.read()
                if data is END_OF_STREAM:
                    return
                answered += len(BotMessage.FromString(data).choices.turn_ids)
            count += size
            playing.set()

    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{Path(folder) / 'wire.socket'}"
        server.add_insecure_port(address)
        await server.start()
        launch = Launch("random", (sys.executable, "bot.py"), house_bots() / "python" / "random")
        bots = [await BotProcess.start(launch, address, "token") for _ in range(BOTS)]
        await asyncio.wait_for(playing.wait(), STARTUP_S)
        before, began = count, time.perf_counter()
        await asyncio.sleep(SECONDS)
        rate = (count - before) / (time.perf_counter() - began)
        for bot in bots:
            await bot.end()
        await server.stop(None)
    return rate


def main() -> None:
    """Measures batches of several sizes, and reports the choices a second."""
    figures = {f"{size} turns a batch, choices/s": asyncio.run(measure(size)) for size in SIZES}
    first, *_, last = figures.values()
    report("wire", figures, [Ratio(f"batches of {SIZES[-1]} / one turn at a time", last / first)])


if __name__ == "__main__":
    main()
