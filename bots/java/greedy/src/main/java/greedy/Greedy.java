package greedy;

import arena.bot.Bot;
import arena.bot.BotRunner;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;

/**
 * A bot for Verräter that takes the action that should bring the most points. If several actions
 * are equally good, it takes the one with the lowest number.
 *
 * <p>It draws no random numbers, remembers nothing and calculates in whole hundredths of a point,
 * so the same view gives the same action in any language. The file bots/python/greedy/README.md
 * defines the ratings of actions; houseWith, for example, is called house_with there.
 */
public final class Greedy implements Bot {
  private final MatchStart start;

  Greedy(MatchStart start) {
    this.start = start;
  }

  @Override
  public int choose(Turn turn) {
    Rating rating = new Rating(Facts.read(start, turn));
    int best = turn.getLegal(0);
    int most = Integer.MIN_VALUE;
    for (int i = 0; i < turn.getLegalCount(); i++) {
      int worth = rating.rate(turn.getLegal(i));
      if (worth > most) {
        most = worth;
        best = turn.getLegal(i);
      }
    }
    return best;
  }

  /** Plays until the arena says goodbye. */
  public static void main(String[] args) {
    BotRunner.run("greedy", Greedy::new, 4096);
  }
}
