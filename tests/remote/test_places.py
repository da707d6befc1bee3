"""Tests that a remote bot's place at the gate, the server for remote bots, belongs to one connection at a time, however
many connections request it at once.
"""

import asyncio

from arena.remote.places import Place
from arena.remote.remote_player import Remote, RemoteProcess
from arena.remote.v1.remote_pb2 import Offer
from arena.transport import Clock


def test_of_many_that_go_on_with_a_process_at_once_one_is_left() -> None:
    async def live() -> None:
        place = Place(Remote("ann", Clock()))
        place.remote.process = process = RemoteProcess()
        there: set[int] = set()

        async def serve(number: int) -> None:
            await place.take(Offer(process=process.id))
            assert not there
            there.add(number)
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)  # the end takes at least one step of the event loop
                there.remove(number)
                place.leave()

        first = asyncio.create_task(serve(0))
        while not there:  # noqa: ASYNC110  # no event to wait for
            await asyncio.sleep(0)
        others = [asyncio.create_task(serve(number)) for number in range(1, 6)]
        left = {first, *others}
        while len(left) > 1:
            over, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
            assert all(task.cancelled() for task in over)
        while not there:  # noqa: ASYNC110  # no event to wait for
            await asyncio.sleep(0)
        assert place.taken()
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        assert not place.taken()

    asyncio.run(live())


def test_matches_begin_with_a_remote_while_a_connector_is_there_where_that_is_waited_for() -> None:
    async def live() -> None:
        for patient in (False, True):
            remote = Remote("ann", Clock())
            place = Place(remote, patient=patient)
            told = [remote.there.is_set()]
            await place.take(Offer())
            told.append(remote.there.is_set())
            place.leave()
            assert [*told, remote.there.is_set()] == ([False, True, False] if patient else [True, True, True])

    asyncio.run(live())
