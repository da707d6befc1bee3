"""Tests a league of twelve bots as docs/class-leagues.md describes it. Three bots are broken, and the commands lead
from the table to the line with the error.
"""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from tests.end_to_end.processes import RECALLING, Ended, arena, write_bot
from tests.suite.sizes import sized

BLOCKS: Final = sized(15, 60)
"""The number of blocks, large enough that a bot that fails in all its matches is withdrawn."""
GUIDE: Final = Path(__file__).parents[2] / "docs" / "class-leagues.md"

CRASH: Final = '''
from arena.bot import Bot, run


class Crash(Bot):
    """Forgets that a hand can be without high cards."""

    def choose(self, turn):
        return turn.legal[min(card for card in turn.verraeter.hand if card > 1) % len(turn.legal)]


run(Crash)
'''
LOOP: Final = '''
import time

from arena.bot import Bot, run


class Loop(Bot):
    """Waits for an even action, also where there is none."""

    def choose(self, turn):
        at = 0
        while turn.legal[at % len(turn.legal)] % 2:
            at += 1
            time.sleep(0.01)
        return turn.legal[at % len(turn.legal)]


run(Loop)
'''
ILLEGAL: Final = '''
from arena.bot import Bot, run


class Illegal(Bot):
    """Takes the place in the list for the action."""

    def choose(self, turn):
        best = max(range(len(turn.legal)), key=lambda at: turn.legal[at])
        return best if len(turn.legal) > 7 else turn.legal[best]


run(Illegal)
'''
BROKEN: Final = {"crash": CRASH, "loop": LOOP, "illegal": ILLEGAL}
KINDS: Final = {"crash": "disconnect", "loop": "timeout", "illegal": "illegal_action"}
LINES: Final = {
    "crash": r'"crash/bot\.py", line 9, in choose\n',
    "loop": r'"loop/bot\.py", line 1[234] in choose\n',
    "illegal": r'"illegal/bot\.py", line 8, in choose: returned something that is not in turn\.legal\n',
}
AGAIN: Final = {"crash": r'crash/bot\.py", line 9, in choose', "illegal": r"recorded: forfeit .*; now: \d+, not legal"}


@pytest.fixture(scope="module")
def class_room(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """Plays the class league; returns its folder and the output of the command."""
    folder = tmp_path_factory.mktemp("class")
    toml = GUIDE.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    toml, found = re.subn(r"\bblocks = 60\b", f"blocks = {BLOCKS}", toml)
    assert found == 1
    (folder / "class.toml").write_text(sized(RECALLING, "") + toml)
    for name in re.findall(r'manifest = "(\w+)"', toml):
        write_bot(folder, name, BROKEN.get(name))
    return folder, arena(folder, "run-league", "class.toml", "--workers", "1")


@pytest.mark.slow
def test_the_table_names_whoever_is_broken_and_how(class_room: tuple[Path, Ended]) -> None:
    _, said = class_room
    assert said.status == 0, said.err
    rows = {line.split()[1]: line for line in said.out.splitlines()[1:13]}
    assert len(rows) == 12
    assert all(KINDS[bot] in rows[bot] for bot in BROKEN)
    assert {*list(rows)[9:]} == {*BROKEN}
    assert "arena faults results/class-1 BOT shows these faults" in said.out


@pytest.mark.slow
@pytest.mark.parametrize("bot", BROKEN)
def test_one_command_leads_to_the_line_and_another_to_the_turn(class_room: tuple[Path, Ended], bot: str) -> None:
    folder, _ = class_room
    told = arena(folder, "faults", "results/class-1", bot)
    assert told.status == 0, told.err
    assert re.search(LINES[bot], told.out), told.out
    command = told.out.splitlines()[-1].partition(": arena ")[2].replace(f"FOLDER_OF_{bot}", bot)
    assert command.startswith("playback results/class-1 ")
    if bot in AGAIN:  # AGAIN lacks the bot that hangs, which would hang again
        again = arena(folder, *shlex.split(command))
        assert re.search(AGAIN[bot], again.out + again.err), again
