"""Tests that the file and line in which a bot failed are found in the bot's output."""

import pytest

from arena.course.handins.crashes import crash_in

PYTHON = """Traceback (most recent call last):
  File "arena/bot/run.py", line 9, in run
    choose()
  File "bot.py", line 4, in choose
    return 1/0
           ~^~
ZeroDivisionError: division by zero
The bot failed in match a267, turn 1.
"""


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (PYTHON, "bot.py, line 4: ZeroDivisionError: division by zero"),
        (
            '  File "bot.py", line 1\n    x = = 1\nSyntaxError: invalid syntax\n',
            "bot.py, line 1: SyntaxError: invalid syntax",
        ),
        ('  File "bot.py", line 3, in f\nmine.Wrong: x\n', "bot.py, line 3"),
        ("thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds\n", "src/main.rs, line 4"),
        ("panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t./bot.go:7 +0x1\n", "./bot.go, line 7"),
        ("Exception in thread main\n\tat Bot.choose(Bot.java:12)\n", "Bot.java, line 12"),
        ("it said nothing of use\n", ""),
        ("", ""),
    ],
)
def test_the_line_at_which_a_program_failed(output: str, said: str) -> None:
    assert crash_in(output) == said
