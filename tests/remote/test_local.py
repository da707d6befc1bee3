"""Tests of a remote bot's process on its owner's machine."""

import asyncio
from typing import Any, cast

from arena.remote.channel import Channel
from arena.remote.local import LocalBot, Relay
from arena.remote.v1.remote_pb2 import Begin
from tests.transport.hosting import run


class Unended:
    """A process whose end is never noticed, and the server to which it connects."""

    async def wait(self) -> str:
        return await asyncio.Future[str]()

    async def end(self, grace_s: float) -> None: ...

    async def stop(self) -> None: ...

    def output(self) -> str:
        return "the last line"


def test_a_bot_whose_end_is_not_noticed_was_ended_here() -> None:
    async def end() -> None:
        process = cast("Any", Unended())
        bot = LocalBot(Begin(process=b"1"), Relay(Channel()), process, process)
        await asyncio.sleep(0)  # lets the bot begin to watch its process
        assert await bot.end() == "the last line"
        await asyncio.sleep(0)  # lets the bot stop watching
        assert bot.ended() == "it was ended here"

    run(end())
