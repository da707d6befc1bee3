"""Tests of a league's event streams: followers get the newest parts of a page, and each part is rendered only once."""

import asyncio
import json
from contextlib import aclosing, closing
from pathlib import Path
from typing import Final

import pytest

from arena.web import league_streams
from arena.web.league_streams import Channel, Parts
from leaderboards.pages.shown import followed, rests
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import Texts, texts
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.serving import run

LEAGUE: Final = league_of("ann", "ben", "cid", rounds=4)
RESULTS: Final = tuple(played(LEAGUE))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_streams, "LOOK_S", 0.01)


def _parts(chunk: bytes) -> dict[str, str]:
    """Returns the HTML of each part of the page that a chunk of events contains, by the part's name."""
    events = [event.split(b"\ndata: ") for event in chunk.strip().split(b"\n\n")]
    sent = [json.loads(data) for kind, data in events if kind == b"event: part"]
    return {one["name"]: one["html"] for one in sent}


def test_a_part_is_rendered_once_for_all_who_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = []
    plain = league_streams._rendered

    def noted(league: Followed, language: Texts) -> Parts:
        rendered.append(league.state())
        return plain(league, language)

    monkeypatch.setattr(league_streams, "_rendered", noted)

    async def follow(channel: Channel) -> bytes:
        async with aclosing(channel.follow("", texts("en"))) as stream:
            assert await anext(stream) == league_streams.BEAT
            return await anext(stream)

    async def follow_all(league: Followed) -> list[bytes]:
        channel = Channel(league)
        return await asyncio.gather(*(follow(channel) for _ in range(50)))

    with closing(PlayedStore.create(tmp_path / "league.db", LEAGUE)) as store:
        store.add(RESULTS[:6])
        league = Followed(store, "here", "cup")
        league.settle()
        heard = run(follow_all(league))
    assert len({*heard}) == 1
    assert set(_parts(heard[0])) == {"progress", "table", "history"}
    assert len(rendered) == 1


def test_who_was_slow_is_told_the_newest_and_who_comes_back_what_there_is_since(tmp_path: Path) -> None:
    async def follow(league: Followed, store: PlayedStore) -> None:
        channel = Channel(league)
        async with aclosing(channel.follow(league.state(), texts("en"))) as stream:
            assert await anext(stream) == league_streams.BEAT
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
            assert await anext(again) == league_streams.BEAT
            channel.stop()
            assert [chunk async for chunk in again] == []

    with closing(PlayedStore.create(tmp_path / "league.db", LEAGUE)) as store:
        store.add(RESULTS[:3])
        league = Followed(store, "here", "cup")
        league.settle()
        run(follow(league, store))


def test_a_table_that_is_behind_is_the_last_one_soon_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that shows an outdated table gets the last table soon after the end of the league. The test makes the
    pause between two readings of the league endless, so only the end of the league can cause the last reading.
    """
    monkeypatch.setattr(rests, "REST", 1e9)

    async def follow(league: Followed, playing: PlayedStore) -> None:
        channel = Channel(league)
        async with aclosing(channel.follow("", texts("en"))) as stream:
            assert await anext(stream) == league_streams.BEAT
            while "after block 1 of 4" not in _parts(await anext(stream)).get("progress", ""):
                pass
            playing.add(RESULTS[3:6])
            league.refresh()
            playing.add(RESULTS[6:])
            playing.close()
            told: dict[str, str] = {}
            while "finished" not in told.get("progress", ""):
                told |= _parts(await anext(stream))
            while "after block 4 of 4" not in told["progress"]:
                told |= _parts(await anext(stream))
            assert "still being read" not in told["progress"]

    with closing(PlayedStore.create(tmp_path / "league.db", LEAGUE)) as playing:
        playing.keep_extent(Extent(len(RESULTS)))
        playing.add(RESULTS[:3])
        with closing(Store.open(tmp_path)) as store:
            league = Followed(store, "here", "cup")
            run(follow(league, playing))
            league.settle()
            assert league.standings() == stored_standings(store)


def test_a_browser_from_before_a_restart_is_not_shown_less_than_it_had_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed, "AT_ONCE", 3)

    async def told_after(league: Followed, seen: str, blocks: int) -> list[str]:
        told: list[str] = []
        async with aclosing(Channel(league).follow(seen, texts("en"))) as stream:
            assert await anext(stream) == league_streams.BEAT
            while not told or f"after {blocks} blocks" not in told[-1]:
                told += [part for name, part in _parts(await anext(stream)).items() if name == "progress"]
        return told

    with closing(PlayedStore.create(tmp_path / "league.db", LEAGUE)) as store:
        store.add(RESULTS[:9])
        before = Followed(store, "here", "cup")
        before.settle()
        store.add(RESULTS[9:])
        told = run(told_after(Followed(store, "here", "cup"), before.state(), 4))
        assert not any("after 1 block" in part or "after 2 blocks" in part for part in told)
        another = f"{'0' * 12}-{before.state().partition('-')[2]}"
        for seen in ("", another, "x", f"{before.commitment[:12]}-{'9' * 5000}-"):
            assert len(run(told_after(Followed(store, "here", "cup"), seen, 4))) > 1, seen
