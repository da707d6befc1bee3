"""Tests that an error in the arena while it exchanges messages with a bot is reported to the arena, and is not blamed
on the bot.
"""

import asyncio
from typing import Any

import pytest

from arena.protocol.v1.arena_pb2 import BotMessage, Choices, Hello
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.player import OpenTurn, Player
from arena.transport.streams.pump import Pump
from tests.transport.clocks.test_clock import CLOCK
from tests.transport.streams.test_gathering import Desk, Held


class Breaking(Desk):
    """A switchboard (the whole arena behind a stream) for tests. `breaks` is the name of its method that always
    fails.
    """

    def __init__(self, breaks: str) -> None:
        super().__init__(gathers=False)
        self.errors: list[BaseException] = []
        self._breaks = breaks

    def __getattribute__(self, name: str) -> Any:
        if name in ("introduced", "connected", "gathers", "sends", "choices") and name == self._breaks:
            return lambda *_: 1 / 0
        return super().__getattribute__(name)

    def failed(self, error: BaseException) -> None:
        self.errors.append(error)


class Talking(Held):
    """A line (the arena's end of a stream) for tests, from which the arena reads the bot's Hello and then a choice."""

    def __init__(self) -> None:
        super().__init__()
        choices = BotMessage(choices=Choices(turn_ids=[1], actions=[1]))
        hello = BotMessage(hello=Hello(protocol_version=1, token="t", max_matches=8))
        self._said = [choices.SerializeToString(), hello.SerializeToString()]

    async def read(self) -> bytes | None:
        await asyncio.sleep(0)
        if not self._said:
            await asyncio.Event().wait()
        return self._said.pop()


@pytest.mark.parametrize("breaks", ["introduced", "connected", "gathers", "sends", "choices"])
def test_it_is_told_once(breaks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = OpenTurn(1, 0, SeatClock(CLOCK))

    def waiting(self: Player, *_: object) -> None:
        created(self, *_)  # type: ignore[arg-type]
        self.ask(1, turn, b"")

    created = Player.__init__
    monkeypatch.setattr(Player, "__init__", waiting)

    async def carry() -> Breaking:
        desk = Breaking(breaks)
        if breaks != "choices":
            monkeypatch.setattr(desk, "choices", lambda *_: None)
        carrying = asyncio.create_task(Pump("bot", "t", CLOCK, desk).carry(Talking()))
        async with asyncio.timeout(60):
            while not desk.errors:  # noqa: ASYNC110  # no event to wait for, only steps of the loop
                await asyncio.sleep(0)
        carrying.cancel()
        await asyncio.gather(carrying, return_exceptions=True)
        return desk

    desk = asyncio.run(carry())
    assert [type(error) for error in desk.errors] == [ZeroDivisionError]
