"""Tests that the recorded turns in bots/cases are the turns that the arena sends today, with the actions that greedy
chooses today.
"""

import pytest

from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from tests.bots.cases import FOLDER, files
from tests.bots.playing import CASES

FILES = files()


@pytest.mark.parametrize("name", list(FILES))
def test_the_file_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == FILES[name], "write it anew: python -m tests.bots.cases"


def test_greedy_has_cases_of_every_edition_seat_count_and_phase() -> None:
    starts = [MatchStart.FromString(bytes.fromhex(line.split()[1])) for line in _lines("start")]
    assert {(start.edition, start.seats) for start in starts} == set(CASES)
    phases = [Turn.FromString(bytes.fromhex(line.split()[1])).verraeter.phase for line in _lines("turn")]
    assert {phase: phases.count(phase) >= 24 for phase in phases} == dict.fromkeys((0, 1, 2, 3, 7, 10), True)


def test_greedy_has_cases_that_taking_the_first_or_last_action_would_fail() -> None:
    turns = [(Turn.FromString(bytes.fromhex(line.split()[1])), int(line.split()[2])) for line in _lines("turn")]
    for place in (0, -1):
        assert sum(action != turn.legal[place] for turn, action in turns) > len(turns) / 4


def _lines(kind: str) -> list[str]:
    return [line for line in FILES["greedy.txt"].splitlines() if line.startswith(kind)]
