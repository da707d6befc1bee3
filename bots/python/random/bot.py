"""A bot for any game that chooses uniformly at random among the legal actions."""

from arena.bot import Bot, MatchStart, Random, Turn, run


class RandomBot(Bot):
    def __init__(self, start: MatchStart) -> None:
        self.random = Random(start.seed)

    def choose(self, turn: Turn) -> int:
        return self.random.pick(turn.legal)


if __name__ == "__main__":
    run(RandomBot, max_matches=4096)
