"""Tests that a channel, which carries messages between a league and a remote bot, delivers all of them once and in
order, even if network connections and messages are lost.
"""

import asyncio
from random import Random

import pytest

from arena.remote.channel import EACH_BYTES, MOST_KEPT_BYTES, MOST_UNREAD_BYTES, BrokenError, Channel, LostError


async def carry(rng: Random, one: Channel, other: Channel) -> None:
    """Simulates one network connection between two ends of a channel, until the connection and the messages on their
    way are lost.
    """
    came = one.came, other.came
    numbers = one.connect(came[1]), other.connect(came[0])
    for _ in range(rng.randrange(1, 12)):
        (source, own), (target, number) = rng.sample([(one, numbers[0]), (other, numbers[1])], 2)
        try:
            async with asyncio.timeout(0.001):
                messages, read = await source.due(own)
        except TimeoutError:
            continue
        for message in messages[: rng.randrange(len(messages) + 1)]:
            target.deliver(number, message)
        if rng.random() < 0.3:
            return
        if read is not None:
            target.confirm(number, read)
        if messages:
            return  # messages may be missing at the other end, so this connection ends


@pytest.mark.parametrize("seed", range(20))
def test_every_message_comes_once_and_in_order_over_many_connections(seed: int) -> None:
    async def live() -> None:
        rng, one, other = Random(seed), Channel(), Channel()
        heard: tuple[list[bytes], list[bytes]] = ([], [])

        async def listen(end: Channel, into: list[bytes]) -> None:
            while (data := await end.read()) is not None:
                into.append(data)

        said = [[bytes([place]) for place in range(50)] for _ in range(2)]
        tasks = [asyncio.create_task(listen(one, heard[0])), asyncio.create_task(listen(other, heard[1]))]
        for end, messages in zip((one, other), said, strict=True):
            for message in messages:
                await end.write(message)
        for _ in range(5_000):
            await carry(rng, one, other)
            if len(heard[0]) == len(heard[1]) == 50:
                break
        one.close()
        other.close()
        await asyncio.gather(*tasks)
        assert heard == (said[1], said[0])

    asyncio.run(live())


def test_what_a_connection_brings_after_another_has_come_is_dropped() -> None:
    channel = Channel()
    before, now = channel.connect(0), channel.connect(0)
    channel.deliver(before, b"late")
    channel.deliver(now, b"in time")
    assert channel.came == 1
    assert asyncio.run(channel.read()) == b"in time"


def test_what_is_due_is_told_to_the_last_connection_alone() -> None:
    async def live() -> None:
        channel = Channel()
        before = channel.connect(0)
        waiting = asyncio.create_task(channel.due(before))
        await asyncio.sleep(0)
        now = channel.connect(0)
        await channel.write(b"said")
        with pytest.raises(LostError, match="a newer connection has replaced this connection"):
            await waiting
        with pytest.raises(LostError):
            await channel.due(before)
        assert await channel.due(now) == ([b"said"], None)

    asyncio.run(live())


def test_who_sends_waits_until_there_is_room() -> None:
    async def live() -> None:
        channel = Channel()
        connection = channel.connect(0)
        await channel.write(bytes(MOST_KEPT_BYTES - 10 * EACH_BYTES))
        waiting = asyncio.create_task(channel.write(bytes(20 * EACH_BYTES)))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        channel.confirm(connection, 1)
        await waiting

    asyncio.run(live())


def test_who_does_not_wait_for_room_is_found_out() -> None:
    channel = Channel()
    connection = channel.connect(0)
    for _ in range(MOST_UNREAD_BYTES // EACH_BYTES):
        channel.deliver(connection, b"")
    with pytest.raises(BrokenError, match="messages have arrived and are not read yet, which is too much"):
        channel.deliver(connection, b"")


@pytest.mark.parametrize("count", [2, 1 << 60])
def test_nobody_can_have_read_what_was_not_sent(count: int) -> None:
    channel = Channel()
    asyncio.run(channel.write(b"one"))
    with pytest.raises(BrokenError, match="only 0 to 1 are possible"):
        channel.confirm(channel.connect(0), count)
    with pytest.raises(BrokenError):
        channel.connect(count)


def test_what_was_said_before_it_is_closed_is_still_heard_and_sent() -> None:
    async def live() -> None:
        channel = Channel()
        connection = channel.connect(0)
        channel.deliver(connection, b"heard")
        await channel.write(b"sent")
        channel.close()
        await channel.write(b"too late")
        assert await channel.read() == b"heard"
        assert await channel.read() is None
        assert await channel.due(connection) == ([b"sent"], 1)
        assert await channel.due(connection) == ([], None)

    asyncio.run(live())
