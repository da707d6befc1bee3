package mybot;

import arena.bot.Bot;
import arena.bot.BotRunner;
import arena.bot.Rows;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import java.util.Arrays;
import java.util.Random;

/**
 * Your bot in one match of Connect Four.
 *
 * <p>The program may play many matches at once, so store all data of a match in fields of the
 * object.
 */
public final class MyBot implements Bot {
  private final MatchStart start;
  private final Random random;

  MyBot(MatchStart start) {
    this.start = start;
    // This is the only source of chance, so that a match can be replayed exactly.
    random = new Random(start.getSeed());
  }

  @Override
  public int choose(Turn turn) {
    Rows rows = Rows.of(start, turn);
    if (Arrays.stream(rows.ints("board")).allMatch(value -> value < 0)) { // every place is empty
      return turn.getLegal(0);
    }
    return turn.getLegal(random.nextInt(turn.getLegalCount()));
  }

  /** Plays until the arena says goodbye. */
  public static void main(String[] args) {
    BotRunner.run("starter", MyBot::new);
  }
}
