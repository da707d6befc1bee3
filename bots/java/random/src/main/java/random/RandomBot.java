package random;

import arena.bot.Bot;
import arena.bot.BotRunner;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import java.util.Random;

/** A bot for any game that chooses uniformly at random among the legal actions. */
record RandomBot(Random random) implements Bot {
  RandomBot(MatchStart start) {
    this(new Random(start.getSeed()));
  }

  @Override
  public int choose(Turn turn) {
    return turn.getLegal(random.nextInt(turn.getLegalCount()));
  }

  public static void main(String[] args) {
    BotRunner.run("random", RandomBot::new, 4096);
  }
}
