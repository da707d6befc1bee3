"""Tests of bots that open one stream after another: the server counts each stream, whichever gRPC method the bot calls,
and too many streams are a fault.
"""

import asyncio
from types import SimpleNamespace
from typing import cast

from arena.protocol.conversation import Refusal
from arena.transport.streams.server import Carrier, Server


def test_who_opens_more_than_eight_streams_breaks_the_protocol() -> None:
    refused = list[Refusal]()

    async def opens(streams: int) -> None:
        server = Server(cast("Carrier", SimpleNamespace(break_off=refused.append, stop=lambda: None)), 1_000)
        for _ in range(streams):
            server.opened("/of/another/kind")
        await server.stop()

    asyncio.run(opens(8))
    assert refused == []
    asyncio.run(opens(9))
    [refusal] = refused
    assert refusal.status == "RESOURCE_EXHAUSTED"
    assert "more than 8 streams" in refusal.sentence
