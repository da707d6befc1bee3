"""Tests that a server answers other requests while it packs a bot for a cluster."""

import asyncio
import threading
from pathlib import Path

import pytest

from arena.building.builds.command import Ending
from arena.building.bundle import Bundle
from arena.building.manifest import Manifest, find_manifest, read_manifest
from arena.errors import ArenaError
from arena.ladder.examining import cluster
from arena.ladder.examining.cluster import ExaminationElsewhere
from arena.ladder.examining.examining import Means
from arena.sandbox.box import UNCONFINED


def test_a_bot_is_packed_in_a_thread_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packing: list[threading.Thread] = []

    def packed(bot: Manifest) -> Bundle:
        packing.append(threading.current_thread())
        raise ArenaError("bad-bundle", f"the files of {bot.name} changed", "do it again")

    monkeypatch.setattr(cluster, "pack", packed)
    means = Means(tmp_path, tmp_path / "copies", UNCONFINED, "registries")
    examination = ExaminationElsewhere(means, "1-1", tmp_path / "archive", Ending(), "tcp://127.0.0.1:1")
    with pytest.raises(ArenaError, match="the files of random changed"):
        asyncio.run(examination.build(read_manifest(find_manifest("random", Path()))))
    [thread] = packing
    assert thread is not threading.current_thread()
