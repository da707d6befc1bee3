"""Tests of playing a league in shards, the parts that are sent to the machines of a cluster, without a real cluster."""

import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from arena.building import building
from arena.errors import ArenaError
from arena.league.bots import pack_league
from arena.league.playing import cluster
from arena.league.playing.cluster import Shard, ShardResult, play_shard, run_on_cluster, run_shards
from arena.league.playing.cluster_machine import release
from arena.league.playing.results import Result
from arena.league.schedule import create_schedule
from arena.league.schedules.contract import Schedule
from arena.protocol.records import decode_record
from arena.transport.crew.usage import Usage
from tests.building.built_bots import write_built_bot
from tests.end_to_end.processes import RANDOM_BOT
from tests.league.playing.memory import Memory, league_of


class Pretender(Executor):
    """An executor that plays nothing: it immediately returns invented results for each shard, and stores the shards."""

    def __init__(self) -> None:
        self.shards: list[Shard] = []

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        shard: Shard = args[1]
        self.shards.append(shard)
        size = 3
        ordinals = [block.number * size + k for block in shard.blocks for k in range(size)]
        results = [Result(ordinal, b"", b"", b"") for ordinal in ordinals if not shard.played[ordinal]]
        future: Future[Any] = Future()
        future.set_result(ShardResult(results, {}, 0.5, {"ann": Usage(500)}, "boxed"))
        return future


def test_shards_cover_what_has_no_record_once_and_grow_with_their_speed(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=100)
    store, executor = Memory({0: b"", 1: b"", 2: b"", 4: b""}), Pretender()
    progress = run_shards(league, store, executor, None, 1, 8, lambda _: None)
    assert progress.stored == progress.total == len(store.kept)
    assert progress.usage == {"ann": Usage(500 * len(executor.shards))}
    assert progress.sandboxes == {"boxed"}
    numbers = [block.number for shard in executor.shards for block in shard.blocks]
    assert numbers == list(range(1, len(list(create_schedule(league).blocks()))))
    sizes = [len(shard.blocks) for shard in executor.shards]
    assert sizes[0] == 1
    assert max(sizes) > 10


def test_a_shard_is_no_more_than_its_share_of_what_may_be_played_now(tmp_path: Path) -> None:
    class Looks:
        def looks(self, _: Schedule) -> Iterator[int]:
            return iter(range(60, 300, 8))

        def decided(self, _: int) -> bool:
            return False

    store, executor = Memory(), Pretender()
    run_shards(league_of(tmp_path, rounds=300), store, executor, None, 4, 8, lambda _: None, Looks())
    assert len(store.kept) == 900
    assert max(len(shard.blocks) for shard in executor.shards if shard.blocks[0].number < 60) > 8
    assert {len(shard.blocks) for shard in executor.shards if 60 <= shard.blocks[0].number < 292} == {2}


class Short(Pretender):
    """An executor that fails for lack of resources in its first calls, and works afterwards."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self._times = times

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        if not self._times:
            return super().submit(fn, *args)
        self._times -= 1
        future: Future[Any] = Future()
        future.set_exception(ArenaError("shortage", "the arena ran out of resources", "make room"))
        return future


def test_a_shard_whose_machine_runs_short_is_played_again_and_its_matches_were_void(tmp_path: Path) -> None:
    store = Memory({1: b""})
    progress = run_shards(league_of(tmp_path, rounds=4), store, Short(3), None, 1, 8, lambda _: None)
    assert progress.stored == progress.total == len(store.kept) == 12
    assert {0, 2} <= progress.void <= {0, 2, 3, 4, 5}
    assert progress.failure


def test_shards_that_keep_running_short_end_the_league(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="the arena ran out of resources"):
        run_shards(league_of(tmp_path, rounds=4), Memory(), Short(9), None, 1, 8, lambda _: None)


def test_bots_are_built_where_they_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a shard's bots are built only once, in the folder into which they were unpacked with their sources."""
    for module in (cluster, building):
        monkeypatch.setattr(module, "CACHE", tmp_path / "cache")
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "bot.source").write_bytes(RANDOM_BOT.read_bytes())
    for name in ("ann", "ben", "cid"):
        manifest = write_built_bot(tmp_path, "cp ../kit/bot.source program; echo >> log", name=name)
        (manifest.parent / ".gitignore").write_text("program\nlog\n")
        text = manifest.read_text().replace('"./program"', '"{python}", "program"')
        manifest.write_text(text + 'sources = ["../kit"]\n')
    league = league_of(tmp_path, rounds=1, more='shared = ["kit"]\n')
    blocks = tuple(create_schedule(league).blocks())
    for _ in range(2):
        brought = play_shard(pack_league(league), Shard(blocks, bytes(3), 3, release()))
        assert (len(brought.results), brought.withdrawn) == (3, {})
        assert not [fault for result in brought.results for fault in decode_record(result.record).faults]
    assert not (tmp_path / "ann" / "program").exists()
    logs = list((tmp_path / "cache").rglob("log"))
    assert [log.read_text() for log in logs] == ["\n"] * 3


def test_another_release_on_a_worker_is_refused(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=1)
    shard = Shard(tuple(create_schedule(league).blocks()), bytes(3), 1, "0.0.0")
    with pytest.raises(ArenaError, match=r"this machine has release 0\.0\.0") as refusal:
        play_shard(pack_league(league), shard)
    assert refusal.value.code == "other-version"


def test_a_shard_that_fails_is_told_in_a_sentence(tmp_path: Path) -> None:
    class Broken(Executor):
        def submit(self, fn: Any, /, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(MemoryError("no room"))
            return future

    league = league_of(tmp_path, rounds=1)
    with pytest.raises(ArenaError, match="MemoryError: no room") as refusal:
        run_shards(league, Memory(), Broken(), None, 1, 8, lambda _: None)
    assert refusal.value.code == "worker-died"


def test_without_dask_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    league = league_of(tmp_path, rounds=1)
    with pytest.raises(ArenaError, match="--cluster needs Dask") as refusal:
        run_on_cluster(league, Memory(), "tcp://127.0.0.1:9", 8, lambda _: None)
    assert refusal.value.code == "no-dask"


def test_shards_end_where_the_league_is_decided_and_none_goes_beyond(tmp_path: Path) -> None:
    class Judge:
        def looks(self, _: Schedule) -> Iterator[int]:
            return iter((10, 20, 40))

        def decided(self, matches: int) -> bool:
            return matches >= 60

    league = league_of(tmp_path, rounds=100)
    store, executor = Memory(), Pretender()
    progress = run_shards(league, store, executor, None, 1, 8, lambda _: None, Judge())
    assert (progress.stored, progress.total, progress.decided) == (60, 60, True)
    assert [block.number for shard in executor.shards for block in shard.blocks] == list(range(20))
