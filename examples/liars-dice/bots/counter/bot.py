"""A bot for liar's dice that estimates the dice of other seats by probability. It makes the bid that is most likely
true, unless a doubt is more likely right.
"""

from math import comb

from arena.bot import Bot, Turn, run

FACES, WILD, DOUBT = 6, 1, 0


class Counter(Bot):
    """A bot that draws no conclusions from other seats' bids."""

    def choose(self, turn: Turn) -> int:
        """Returns the legal bid that is most likely true, or a doubt if the last bid is false with a higher
        probability.
        """
        own = [die for die in turn.rows["dice"] if die > 0]
        others = sum(turn.rows["count"]) - len(own)
        bids = [action for action in turn.legal if action != DOUBT]
        best = max(bids, key=lambda action: (round(odds(action, own, others), 6), action), default=DOUBT)
        if DOUBT not in turn.legal:
            return best
        count, face = turn.rows["bid"]
        false = 1 - odds(FACES * (count - 1) + face, own, others)
        return DOUBT if best == DOUBT or false > odds(best, own, others) else best


def odds(action: int, own: list[int], others: int) -> float:
    """Returns the probability that a bid is true, given the seat's own dice and the number of other dice."""
    count, face = (action - 1) // FACES + 1, (action - 1) % FACES + 1
    missing = max(0, count - sum(die in (face, WILD) for die in own))
    chance = (1 if face == WILD else 2) / FACES
    return sum(
        comb(others, hits) * chance**hits * (1 - chance) ** (others - hits) for hits in range(missing, others + 1)
    )


if __name__ == "__main__":
    run(Counter)
