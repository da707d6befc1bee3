package arena.bot;

import arena.protocol.v1.Arena.MatchEnd;
import arena.protocol.v1.Arena.Turn;

/**
 * One match from the bot's side: made when the match starts, asked for every choice, told the end.
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
   * Is told the scores and ranks when the match is over.
   *
   * @param end the result, by seat
   */
  default void end(MatchEnd end) {}

  /**
   * Notes a line on the choice that is made in a turn, for who looks at the match when it is over.
   * No other bot is told of it. Outside of {@link #choose} it does nothing.
   *
   * @param turn the turn that is being answered
   * @param text the line; the last one counts, and of a long one the first 200 characters
   */
  static void note(Turn turn, String text) {
    Notes.put(turn, text);
  }
}
