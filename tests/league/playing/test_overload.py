"""Tests that a league with strict timing is refused if bots would have to share a processor, and that a league with
shared timing never is.
"""

import re

import pytest

from arena.errors import ArenaError
from arena.league.playing.overload import (
    Machine,
    demand_cores,
    demand_cores_everywhere,
    demand_one_match,
)
from arena.system.processes.cores import available_cores
from arena.transport import Clock

STRICT, SHARED = Clock(timing="strict"), Clock()


def test_more_workers_than_processors_are_refused_with_both_numbers_and_a_way_on() -> None:
    demand_cores(STRICT, 4, 4)
    with pytest.raises(ArenaError) as caught:
        demand_cores(STRICT, 5, 4)
    assert caught.value.code == "overload"
    assert caught.value.message == ("with strict timing, 5 workers need 5 processors, but this machine has 4")
    assert caught.value.hint == "use --workers 4, or add --force to play with less exact measurements of thinking time"


def test_more_than_one_match_at_a_time_is_refused() -> None:
    demand_one_match(STRICT, None)
    demand_one_match(STRICT, 1)
    with pytest.raises(ArenaError, match="--in-flight is 2") as caught:
        demand_one_match(STRICT, 2)
    assert caught.value.code == "overload"


def test_on_a_cluster_the_threads_of_a_machine_are_added_up() -> None:
    one, other = Machine("one", 2), Machine("other", 4)
    machines = {"a": one, "b": one, "c": other}
    demand_cores_everywhere(STRICT, {"a": 1, "b": 1, "c": 4}, machines)
    with pytest.raises(
        ArenaError, match=re.escape("3 worker threads need 3 processors, but the machine one has 2")
    ) as caught:
        demand_cores_everywhere(STRICT, {"a": 1, "b": 2, "c": 4}, machines)
    assert caught.value.code == "overload"
    assert "on that machine, start only 2 Dask workers" in str(caught.value.hint)


def test_with_shared_timing_anything_goes() -> None:
    demand_cores(SHARED, 100, 1)
    demand_one_match(SHARED, 100)
    demand_cores_everywhere(SHARED, {"a": 9}, {"a": Machine("one", 1)})


def test_there_is_some_processor() -> None:
    assert available_cores() >= 1
