"""Tries the bot on the recorded turns of one seat: `python -m unittest`."""

import unittest
from pathlib import Path

import bot

from arena.bot import Bot, MatchStart, read_turn

TURNS = Path(__file__).parent / "../../cases/verraeter.txt"


def recorded(kind: str) -> list[bytes]:
    """Returns the recorded messages of one kind, "start" or "turn". Each line of the file is like `turn 0802…`: the
    kind, and the message in hexadecimal.
    """
    lines = TURNS.read_text("utf-8").splitlines()
    return [bytes.fromhex(line.split()[1]) for line in lines if line.startswith(f"{kind} ")]


def own_bot() -> type[Bot]:
    """Returns the class of the bot that bot.py defines, whatever its name."""
    classes = (one for one in vars(bot).values() if isinstance(one, type) and issubclass(one, Bot))
    return next(one for one in classes if one.__module__ == bot.__name__)


class MyBotTest(unittest.TestCase):
    def test_every_choice_is_legal(self) -> None:
        (start,) = map(MatchStart.FromString, recorded("start"))
        turns = [read_turn(start, message) for message in recorded("turn")]
        player = own_bot()(start)
        assert turns
        for number, turn in enumerate(turns, 1):
            with self.subTest(turn=number):
                action = player.choose(turn)
                assert action in turn.legal, f"{action} is not one of {list(turn.legal)}"


if __name__ == "__main__":
    unittest.main()
