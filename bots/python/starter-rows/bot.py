"""A bot for Connect Four; change its method `choose`."""

from random import Random

from arena.bot import Bot, MatchStart, Turn, run


class MyBot(Bot):
    """Your bot in one match. The program may play many matches at once, so store all data of a match in `self`."""

    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)  # keeps `start`: seats, own seat, edition, rows
        self.random = Random(start.seed)  # the only source of chance, so that a match can be replayed exactly

    def choose(self, turn: Turn) -> int:
        # Your ideas go here: look at turn.rows["board"] and the like, and return one of turn.legal.
        return self.random.choice(turn.legal)


if __name__ == "__main__":
    run(MyBot)
