package arena.bot;

import arena.protocol.v1.Arena.MatchEnd;
import arena.protocol.v1.Arena.Turn;

/**
 * A bot's side of one match: made when the match starts, asked for every choice, and told the
 * result.
 */
@FunctionalInterface
public interface Bot {
  /**
   * Chooses an action.
   *
   * @param turn what the seat sees; the view is in the field named after the game, for example
   *     {@code turn.getVerraeter()}
   * @return one of {@code turn.getLegalList()}
   */
  int choose(Turn turn);

  /**
   * Receives the scores and ranks when the match is over.
   *
   * @param end the result, by seat
   */
  default void end(MatchEnd end) {}

  /**
   * Notes a line on the choice of a turn, for readers of the finished match. No other bot sees it.
   * Outside of {@link #choose} it does nothing.
   *
   * @param turn the turn that is being answered
   * @param text the line; the last note of a turn counts, and only its first 200 characters
   */
  static void note(Turn turn, String text) {
    Notes.put(turn, text);
  }
}
