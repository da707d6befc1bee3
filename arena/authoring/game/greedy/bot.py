"""An example bot: it wins a round with the lowest of its cards that can win, and leads with its highest card."""

from arena.bot import Bot, Turn, run


class Greedy(Bot):
    """Plays one match.

    `turn.rows` has the rows that RULES.md lets this seat see, by name. `turn.legal` has the seat's cards, ascending.
    """

    def choose(self, turn: Turn) -> int:
        """Returns the card to play, which must be one of `turn.legal`; any other card forfeits the match."""
        played = turn.rows["played"]
        on_table = played[len(played) - len(played) % self.start.seats :]
        if not on_table:
            return turn.legal[-1]
        return min((card for card in turn.legal if card > max(on_table)), default=turn.legal[0])


if __name__ == "__main__":
    run(Greedy, max_matches=64)
