"""A bot for liar's dice that believes bids: it assumes that the last bidder has two dice of the face it has bid. All
other dice are estimated by probability.
"""

from math import comb

from arena.bot import Bot, Turn, run

FACES, WILD, DOUBT = 6, 1, 0
BELIEVED = 2
"""The number of dice with the bid face, or with a one, that the bot assumes in the last bidder's hand."""


class Believer(Bot):
    """A bot that prefers the lowest bid that is probably true."""

    def choose(self, turn: Turn) -> int:
        """Returns the lowest bid that is more likely true than false. If there is none and the last bid is more likely
        false than true, returns a doubt. In all other cases returns the bid that is most likely true.
        """
        own = [die for die in turn.rows["dice"] if die > 0]
        others = sum(turn.rows["count"]) - len(own)
        count, face = turn.rows["bid"]
        bidder = turn.rows["bidder"][0]
        trusted = min(BELIEVED, turn.rows["count"][bidder]) if bidder >= 0 else 0

        def odds(action: int) -> float:
            wanted, shown = (action - 1) // FACES + 1, (action - 1) % FACES + 1
            sure = sum(die in (shown, WILD) for die in own) + (trusted if shown == face else 0)
            hidden = others - trusted
            chance = (1 if shown == WILD else 2) / FACES
            hits = range(max(0, wanted - sure), hidden + 1)
            return sum(comb(hidden, hit) * chance**hit * (1 - chance) ** (hidden - hit) for hit in hits)

        bids = [action for action in turn.legal if action != DOUBT]
        likely = [action for action in bids if odds(action) > 0.5]
        if likely:
            return likely[0]
        if DOUBT in turn.legal and odds(FACES * (count - 1) + face) < 0.5:
            return DOUBT
        return max(bids, key=odds, default=DOUBT)


if __name__ == "__main__":
    run(Believer)
