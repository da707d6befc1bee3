"""Tests of the text about a match: line breaks in bots' names start no new lines, and long lines are folded."""

from dataclasses import replace

import pytest

from arena.cli.terminal.match_text import WIDTH, Teller, tell_result
from arena.match import FaultKind, Match
from tests.games.matches import CASES
from tests.match.test_match import random_match


def test_names_of_strangers_stay_in_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A line break in a bot's name or fault starts no new line of the output, and a long name makes no line too long.
    The text after each line break imitates a line of the arena.
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
