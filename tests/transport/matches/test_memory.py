"""Tests that the memory of finished matches is freed at once, because the processes that play matches collect garbage
rarely.
"""

import gc

import pytest

from arena.transport.matches.flight import Playing
from tests.transport.matches.stage import Stage, on_stage


def kept() -> int:
    return sum(isinstance(one, Playing) for one in gc.get_objects())


def test_a_match_that_is_over_needs_no_collection_of_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    before = kept()
    gc.disable()
    try:

        def act(stage: Stage) -> None:
            assert kept() == before + 4
            stage.play_out()
            assert kept() == before

        on_stage(monkeypatch, act, matches=4)
    finally:
        gc.enable()
