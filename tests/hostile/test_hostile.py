"""Real matches of hostile bots: the attack succeeds if the bot is unconfined. If it is confined, the attack fails and
harms nobody.

If its attack succeeds, the bot makes an illegal move, so the fault that the arena records shows the success (see
tests/hostile/run.py). The folder in which an attack lies is named after the expected result in a box, the strictest
sandbox: `held` if the attack fails without a fault, else the kind of fault that ends the bot.
"""

import os
from collections.abc import Iterator

import pytest

from arena.errors import ArenaError
from arena.match import FaultKind
from arena.sandbox.level_proof import proved
from arena.sandbox.levels import Level
from tests.hostile.meeting import Attack, Faults, Meetings, attacks, meetings
from tests.sandbox.boxes import boxed
from tests.suite.sizes import in_turn
from tools.proofs import NUMBER

ATTACKS = attacks("held", "disconnect", "disk")
ROOT = os.geteuid() == 0
SUCCEEDED: Faults = [FaultKind.ILLEGAL_ACTION, FaultKind.ILLEGAL_ACTION]
DEMANDED = "ARENA_TEST_LEVELS"
"""The name of the environment variable with the sandbox levels that must work on this machine.

If it contains `confined`, the tests at this level fail where the level does not work. Otherwise they are skipped there.
"""

CHOSEN = {
    # If root runs the suite, test_as_nobody.py runs it again, and tries the other half of the attacks in a box.
    Level.BOXED: in_turn(ATTACKS, 2, other=int(not ROOT)) if ROOT or NUMBER in os.environ else ATTACKS,
    Level.CONFINED: ATTACKS,
    Level.NONE: in_turn(ATTACKS, 3),  # these runs only show that the attacks work, and attacks seldom change
}


def each(level: Level) -> pytest.MarkDecorator:
    """Returns the mark that runs a test once for each attack that is tried at a level."""
    return pytest.mark.parametrize("attack", CHOSEN[level], ids=[attack.name for attack in CHOSEN[level]])


@pytest.fixture(scope="module")
def met() -> Iterator[Meetings]:
    with meetings(CHOSEN) as place:
        yield place


@pytest.fixture(scope="module")
def confined() -> None:
    try:
        proved(Level.CONFINED)
    except ArenaError as error:
        if Level.CONFINED in os.environ.get(DEMANDED, ""):
            raise
        pytest.skip(str(error))


def expected(attack: Attack) -> Faults:
    return [None, None] if attack.expected == "held" else [FaultKind[attack.expected.upper()]] * 2


@boxed
@each(Level.BOXED)
def test_in_a_box_an_attack_comes_to_nothing(attack: Attack, met: Meetings) -> None:
    assert met.faults(Level.BOXED, attack) == expected(attack), met.told


@pytest.mark.usefixtures("confined")
@each(Level.CONFINED)
def test_without_namespaces_it_comes_to_nothing_unless_that_is_said(attack: Attack, met: Meetings) -> None:
    left_open = attack.open_confined or (attack.open_confined_to_its_user and not ROOT)
    faults = SUCCEEDED if left_open else [None, None] if attack.held_confined else expected(attack)
    assert met.faults(Level.CONFINED, attack) == faults, met.told


@each(Level.NONE)
def test_the_same_attack_succeeds_where_nothing_confines_it(attack: Attack, met: Meetings) -> None:
    if attack.needs_root and not ROOT:
        pytest.skip("only root could do it, were it let")
    faults = met.faults(Level.NONE, attack)
    if attack.stopped_by and faults != SUCCEEDED:
        pytest.skip(f"stopped by {attack.stopped_by}")
    assert faults == SUCCEEDED, met.told
