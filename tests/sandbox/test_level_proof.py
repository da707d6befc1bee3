"""Tests that levels of confinement are tried before use: a level that does not work is refused, and `auto` uses the
next weaker level instead.
"""

import pytest

from arena.errors import ArenaError
from arena.sandbox import bubblewrap, level_proof
from arena.sandbox.level_proof import proved
from arena.sandbox.levels import AUTO, Level
from arena.sandbox.probes import Finding, Probe
from tests.sandbox.boxes import boxed

LEAK = Finding(Probe("network", "a bot has no network", ""), held=False, detail="a connection was made")


@boxed
def test_the_highest_level_there_is_is_taken_and_described() -> None:
    sandbox = proved(AUTO)
    assert sandbox.level is Level.BOXED
    assert sandbox.sentence().startswith(f"boxed, rules {sandbox.rules}, Linux ")
    assert sandbox == proved("boxed")


def test_nothing_is_promised_where_nothing_is_asked_for() -> None:
    assert proved("none").level is Level.NONE


@pytest.fixture
def leaking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a machine on which no level of confinement works."""
    monkeypatch.setattr(level_proof, "holds", lambda level: level is Level.NONE)
    monkeypatch.setattr(level_proof, "findings", lambda _: [LEAK])


@pytest.mark.usefixtures("leaking")
@pytest.mark.parametrize("level", [level for level in Level if level is not Level.NONE])
def test_a_level_of_which_a_probe_fails_is_refused(level: Level) -> None:
    with pytest.raises(ArenaError) as refusal:
        proved(level)
    assert refusal.value.code == "no-sandbox"
    assert refusal.value.message == (
        f"the sandbox level {level} does not work on this machine: it promises that a bot has no network, but a test "
        "found: a connection was made"
    )


@pytest.mark.usefixtures("leaking")
@pytest.mark.parametrize("level", Level)
def test_auto_takes_the_highest_level_that_holds(monkeypatch: pytest.MonkeyPatch, level: Level) -> None:
    highest_first = [*Level]
    monkeypatch.setattr(level_proof, "holds", lambda one: one in highest_first[highest_first.index(level) :])
    assert proved(AUTO).level is level


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        ("bwrap: setting up uid map: Permission denied", "AppArmor"),
        ("exit status 1", "run arena sandbox to see which tests of the levels fail on this machine"),
    ],
)
def test_the_next_step_is_told(detail: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", "/bin/sh")
    assert expected in level_proof.hint(Level.BOXED, Finding(LEAK.probe, held=False, detail=detail))


def test_without_bubblewrap_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", "/nowhere/bwrap")
    with pytest.raises(ArenaError) as refusal:
        proved("boxed")
    assert refusal.value.hint
    assert refusal.value.hint.startswith("install bubblewrap")
