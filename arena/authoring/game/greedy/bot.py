"""An example bot: it wins a round with the lowest card that can, and leads with its highest."""

from arena.bot import Bot, Turn, run


class Greedy(Bot):
    """One match; `turn.rows` has by name what RULES.md lets this seat know, and `turn.legal` its cards, ascending."""

    def choose(self, turn: Turn) -> int:
        """The card to play, one of `turn.legal`; any other card forfeits the match."""
        played = turn.rows["played"]
        on_table = played[len(played) - len(played) % self.start.seats :]
        if not on_table:
            return turn.legal[-1]
        return min((card for card in turn.legal if card > max(on_table)), default=turn.legal[0])


if __name__ == "__main__":
    run(Greedy, max_matches=64)
