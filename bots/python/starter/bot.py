"""A bot for Verräter; change its method `choose`."""

from random import Random

from arena.bot import Bot, MatchStart, Turn, run


class MyBot(Bot):
    """Your bot in one match. The program may play many matches at once, so store all data of a match in `self`."""

    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)  # keeps `start`: seats, own seat, edition, set-up
        self.random = Random(start.seed)  # the only source of chance, so that a match can be replayed exactly

    def choose(self, turn: Turn) -> int:
        view = turn.verraeter
        if view.phase == 0:
            return turn.legal[0]
        # Your ideas go here: look at `view`, and return one of `turn.legal`.
        return self.random.choice(turn.legal)


if __name__ == "__main__":
    run(MyBot)
