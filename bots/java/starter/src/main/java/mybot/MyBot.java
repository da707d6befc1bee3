package mybot;

import arena.bot.Bot;
import arena.bot.BotRunner;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import java.util.Random;

/** Plays one match; the arena makes an object for each. */
public final class MyBot implements Bot {
  private final Random random;

  MyBot(MatchStart start) {
    random = new Random(start.getSeed()); // the only source of chance: every run plays the same
  }

  @Override
  public int choose(Turn turn) {
    var view = turn.getVerraeter();
    if (view.getPhase() == 0) {
      return turn.getLegal(0);
    }
    return turn.getLegal(random.nextInt(turn.getLegalCount()));
  }

  /** Plays until the arena says goodbye. */
  public static void main(String[] args) {
    BotRunner.run("starter", MyBot::new);
  }
}
