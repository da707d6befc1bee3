"""Tests that the whole output of bots is stored by bot and match, even while many matches run at the same time."""

from dataclasses import replace
from pathlib import Path

from tests.transport.hosting import miniature, play

NAMES = ("first", "second", "third", "fourth")
TABLES = [NAMES[:3], NAMES[1:], NAMES] * 4


def test_what_is_printed_stands_with_the_match_in_which_it_was_printed(tmp_path: Path) -> None:
    launches = [replace(miniature("tells_its_match", name), kept=tmp_path / name) for name in NAMES]
    outcome = play(launches, TABLES, in_flight=16)
    turns = 0
    for finished in outcome.finished:
        spec = finished.record.spec
        assert not finished.record.faults
        for entrant in spec.entrants:
            told = (tmp_path / entrant.name / f"{spec.id.hex()}.txt").read_text().split()
            assert set(told) == {spec.id.hex()}
            turns += len(told)
    assert turns == sum(len(finished.record.actions) for finished in outcome.finished)
    assert (tmp_path / "first" / "start.txt").read_text() == "begins\n"
