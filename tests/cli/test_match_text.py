"""Tests of the text about a match: names of bots cannot begin a new line, and long lines are folded."""

from dataclasses import replace

import pytest

from arena.cli.terminal.match_text import WIDTH, Teller, tell_result
from arena.match import FaultKind, Match
from tests.games.matches import CASES
from tests.match.test_match import random_match


def test_names_of_strangers_stay_in_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The name of a bot neither begins a new line of the output nor makes a line too long. One stored name contains a
    line break and text that looks like the arena's own line. Another name has the maximum length.
    """
    case = CASES[0]
    played = random_match(case, 1)
    names = ("x\n   1 forged  line", "w" * 40, "\x1b[2J")
    entrants = tuple(replace(bot, name=name) for bot, name in zip(played.spec.entrants, names, strict=True))
    match = Match(replace(played.spec, entrants=entrants), case.game)
    teller = Teller(case.game, match.spec, match.snapshot(), board=True)
    while match.actor is not None:
        if len(match.actions) == 5 and not match.faults:
            match.fault(match.actor, FaultKind.PROTOCOL, "said\n   2 forged  line")
        else:
            match.choose(match.legal[0])
    for action in match.actions:
        teller.take(action, match.faults)
    tell_result(match.record())
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert not any("\x1b" in line or line.split()[1:2] == ["forged"] for line in lines)
