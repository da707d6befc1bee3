"""Chooses uniformly among the legal actions, in any game."""

from random import Random

from arena.bot import Bot, MatchStart, Turn, run


class RandomBot(Bot):
    def __init__(self, start: MatchStart) -> None:
        self.random = Random(start.seed).random

    def choose(self, turn: Turn) -> int:
        return turn.legal[int(self.random() * len(turn.legal))]


if __name__ == "__main__":
    run(RandomBot, max_matches=4096)
