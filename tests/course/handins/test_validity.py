"""Tests with real processes that a hand-in is valid if and only if its bot answers the arena."""

import zipfile
from pathlib import Path

import pytest

from arena.authoring.conformance import bench
from arena.authoring.conformance.steps import startup
from arena.building.builds.build_limits import NO_NETWORK, Terms
from arena.course.handins import validity
from arena.course.handins.trial_cache import Checked
from arena.course.handins.validity import Validity
from arena.errors import ArenaError
from arena.sandbox.box import UNCONFINED

SILENT = """
import time
from arena.bot import Bot, run

class Silent(Bot):
    def choose(self, turn):
        time.sleep(60)

run(Silent)
"""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allows bots a long time to start, because the machine may be busy."""
    monkeypatch.setattr(bench, "STARTUP_S", 120.0)


def packed(folder: Path, program: str) -> Path:
    path = folder / "s7001.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("bot.toml", 'name = "mine"\ncommand = ["{python}", "bot.py"]\n')
        archive.writestr("bot.py", program)
    return path


def tried(folder: Path) -> Validity:
    return Validity(folder / "checks", "verraeter", UNCONFINED, "registries")


def test_a_bot_that_never_answers_is_not_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ANSWER_S", 0.5)
    monkeypatch.setattr(startup, "FIRST_ANSWER_S", 0.2)
    monkeypatch.setattr(validity, "TRIES", 1, raising=False)
    found = tried(tmp_path).of(packed(tmp_path, SILENT), "calm-crane")
    assert found.broken.startswith("decisions: ")
    assert "answers every kind of decision" in found.broken
    assert "step clock" in found.advice


def test_what_is_our_fault_is_told_with_the_hand_in_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ArenaError("no-packages", "the build of calm-crane failed\nits output", "correct it")

    monkeypatch.setattr(validity, "build_copy", refuse)
    path = packed(tmp_path, SILENT)
    with pytest.raises(ArenaError) as caught:
        tried(tmp_path).of(path, "calm-crane")
    error = caught.value
    assert (error.code, error.message) == ("no-packages", f"{path}: the build of calm-crane failed")
    assert error.hint == f"correct it; {validity.LEAVE_OUT}"
    assert not (tmp_path / "checks").exists()


def test_what_is_no_hand_ins_affair_asks_for_none_to_be_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = ArenaError("no-room", "a copy of a bot cannot be made", "make room there")

    def refuse(*_: object, **__: object) -> None:
        raise full

    monkeypatch.setattr(validity, "build_copy", refuse)
    with pytest.raises(ArenaError) as caught:
        tried(tmp_path).of(packed(tmp_path, SILENT), "calm-crane")
    assert caught.value is full


def test_the_steps_let_a_build_reach_what_the_course_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reached = []

    def build(_bot: object, terms: Terms) -> None:
        reached.append(terms.network)
        raise ArenaError("build-failed", "enough is known")

    monkeypatch.setattr(startup, "build_copy", build)
    Validity(tmp_path / "checks", "verraeter", UNCONFINED, NO_NETWORK).of(packed(tmp_path, SILENT), "calm-crane")
    assert {*reached} == {NO_NETWORK}


def test_what_is_kept_says_of_nobody_whom_it_was_tried_for(tmp_path: Path) -> None:
    path = packed(tmp_path, 'print("I am", open("bot.toml").read())\nraise SystemExit(3)')
    found = tried(tmp_path).of(path, "calm-crane")
    assert found.broken.startswith("start: ")
    assert "I am" in found.output
    kept = next((tmp_path / "checks").iterdir()).read_text()
    assert "crane" not in kept
    assert tried(tmp_path).of(path, "keen-otter") == found


def test_a_package_that_is_not_there_is_named(tmp_path: Path) -> None:
    found = tried(tmp_path).of(packed(tmp_path, "import no_such_package.part"), "calm-crane")
    assert found.broken.startswith("start: ")
    assert "the Python that runs the bot has no package no_such_package" in found.broken
    assert "requirements.txt" in found.advice


def test_what_fails_is_tried_once_more_before_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = [Checked("start: no process was free"), Checked()]

    async def next_outcome(*_: object) -> Checked:
        return outcomes.pop(0)

    monkeypatch.setattr(validity, "_first_failure", next_outcome)
    assert tried(tmp_path).of(packed(tmp_path, "print()"), "calm-crane") == Checked()
    assert outcomes == []
