package arena.bot;

import arena.protocol.v1.Arena.MatchEnd;
import arena.protocol.v1.Arena.Turn;

/**
 * A bot in one match. The kit gets an object from the factory at the start of each match, and calls
 * it for every choice and at the end of the match.
 */
@FunctionalInterface
public interface Bot {
  /**
   * Returns the bot's choice.
   *
   * @param turn the turn; the bot's view of the game is in the field named after the game, for
   *     example {@code turn.getVerraeter()}. If the game describes its views in rows, {@link
   *     Rows#of} returns them instead.
   * @return one of the actions in {@code turn.getLegalList()}
   */
  int choose(Turn turn);

  /**
   * Receives the scores and ranks when the match is over.
   *
   * @param end the final scores and ranks, by seat
   */
  default void end(MatchEnd end) {}

  /**
   * Attaches a note, one line of text, to the choice of a turn, for people who read the finished
   * match. No other bot sees the note. Outside of {@link #choose}, this method does nothing.
   *
   * @param turn the turn that {@link #choose} was called with
   * @param text the note, of which only the first 200 characters are kept; it replaces an earlier
   *     note on the same turn
   */
  static void note(Turn turn, String text) {
    Notes.put(turn, text);
  }
}
