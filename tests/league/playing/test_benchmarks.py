"""Tests that the leagues of the benchmarks can be played, since no other test runs them."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from arena.league.settings import PROCESS
from benchmarks.leagues import memory
from benchmarks.leagues.league import league_of_random_bots, measure
from tests.suite.sizes import full

pytestmark = [full, pytest.mark.slow]  # no test of `make test`: the arena makes no promise about benchmarks


def test_decisions_of_a_league_are_counted() -> None:
    assert measure(64, 1, 4).per_s > 0


def test_memory_of_a_host_is_measured(tmp_path: Path) -> None:
    league = replace(league_of_random_bots(tmp_path, 20), recall=PROCESS)
    asyncio.run(memory.play(league, 2))
    assert memory.peak_megabytes() > 0
