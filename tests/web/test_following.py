"""Streams: what followers are told, and that they cost no more than they must."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from arena.web import following
from arena.web.following import Channel, Parts
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import Texts, texts
from leaderboards.store import PlayedStore
from tests.leaderboards.results import played
from tests.league.leagues import league_of

T = TypeVar("T")
LEAGUE: Final = league_of("ann", "ben", "cid", rounds=4)
RESULTS: Final = tuple(played(LEAGUE))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_S", 0.01)


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Runs it in a thread of its own: in this one the browser's loop may be running."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def _parts(chunk: bytes) -> dict[str, str]:
    """By name, the parts in what was sent at once."""
    events = [event.split(b"\ndata: ") for event in chunk.strip().split(b"\n\n")]
    sent = [json.loads(data) for kind, data in events if kind == b"event: part"]
    return {one["name"]: one["html"] for one in sent}


def test_a_part_is_rendered_once_for_all_who_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = []
    plain = following._rendered

    def noted(league: Followed, language: Texts) -> Parts:
        rendered.append(league.state())
        return plain(league, language)

    monkeypatch.setattr(following, "_rendered", noted)

    async def follow(channel: Channel) -> bytes:
        async with aclosing(channel.follow("", texts("en"))) as stream:
            assert await anext(stream) == following.BEAT
            return await anext(stream)

    async def follow_all(league: Followed) -> list[bytes]:
        channel = Channel(league)
        return await asyncio.gather(*(follow(channel) for _ in range(50)))

    with closing(PlayedStore.create(tmp_path / "league.db", LEAGUE)) as store:
        store.add(RESULTS[:6])
        league = Followed(store, "here", "cup")
        league.settle()
        heard = _run(follow_all(league))
    assert len({*heard}) == 1
    assert set(_parts(heard[0])) == {"progress", "table", "strengths", "history"}
    assert len(rendered) == 1


def test_who_was_slow_is_told_the_newest_and_who_comes_back_what_there_is_since(tmp_path: Path) -> None:
    async def follow(league: Followed, store: PlayedStore) -> None:
        channel = Channel(league)
        async with aclosing(channel.follow(league.state(), texts("en"))) as stream:
            assert await anext(stream) == following.BEAT
            first = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            store.add(RESULTS[3:6])
            assert "after 2 blocks" in _parts(await first)["progress"]
            for start in (6, 9):  # nobody reads meanwhile
                store.add(RESULTS[start : start + 3])
                await asyncio.sleep(0.1)
            newest = await anext(stream)
            while "after 4 blocks" not in _parts(newest).get("progress", ""):
                newest = await anext(stream)
            seen = newest.rsplit(b"data: ", 1)[1].strip().decode()
        async with aclosing(channel.follow(seen, texts("en"))) as again:
            assert await anext(again) == following.BEAT
            channel.stop()
            assert [chunk async for chunk in again] == []

    with closing(PlayedStore.create(tmp_path / "league.db", LEAGUE)) as store:
        store.add(RESULTS[:3])
        league = Followed(store, "here", "cup")
        league.settle()
        _run(follow(league, store))
