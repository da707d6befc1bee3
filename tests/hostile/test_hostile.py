"""Hostile bots, each played for real: unconfined its attack succeeds, confined it comes to nothing and costs nobody.

A bot whose attack succeeded breaks the rules of the game (see run.py), so its fault says so.
"""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.runtime import python_runtime
from arena.transport import Launch
from tests.sandbox.boxes import boxed
from tests.transport.hosting import ROOT, Outcome, play

HOSTILE = ROOT / "tests" / "hostile"
ATTACKS = sorted(path.name for path in (HOSTILE / "held").iterdir() if (path / "attack.py").is_file())
SAFE_UNCONFINED = {"sets_the_kernel"} if os.geteuid() != 0 else set[str]()
"""Attacks that need root where nothing confines them."""


@pytest.fixture
def surroundings(tmp_path: Path) -> Iterator[tuple[tuple[str, str], ...]]:
    """What a hostile bot is told of its surroundings: all that it could find out."""
    secret = tmp_path / "secret"
    secret.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        yield (("SECRET", str(secret)), ("ARENA", str(os.getpid())), ("PORT", str(port)), ("RIVAL", "1"))


def meet(attack: str, level: Level, told: tuple[tuple[str, str], ...]) -> Outcome:
    box = Box(level, Limits(memory_mb=4_000) if level is Level.NONE else Limits())
    readable = (HOSTILE, *python_runtime())
    hostile = Launch(
        "hostile",
        (sys.executable, str(HOSTILE / "run.py")),
        HOSTILE / "held" / attack,
        environment=told,
        box=box,
        readable=readable,
    )
    rivals = [
        Launch(
            name,
            (sys.executable, "bot.py"),
            ROOT / "bots" / "python" / "random",
            environment=(("RIVAL", "1"),),
            box=box,
            readable=readable,
        )
        for name in ("ann", "bob")
    ]
    return play([*rivals, hostile], [("ann", "hostile", "bob"), ("hostile", "bob", "ann")])


@boxed
@pytest.mark.parametrize("attack", ATTACKS)
def test_in_a_box_an_attack_comes_to_nothing(attack: str, surroundings: tuple[tuple[str, str], ...]) -> None:
    outcome = meet(attack, Level.BOXED, surroundings)
    for name in ("hostile", "ann", "bob"):
        assert outcome.faults(name) == [None, None]
    assert Path(dict(surroundings)["SECRET"]).read_text() == "secret"


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack not in SAFE_UNCONFINED])
def test_the_same_attack_succeeds_where_nothing_confines_it(
    attack: str, surroundings: tuple[tuple[str, str], ...]
) -> None:
    faults = meet(attack, Level.NONE, surroundings).faults("hostile")
    assert faults[0]
    assert faults[0][0] is FaultKind.ILLEGAL_ACTION
