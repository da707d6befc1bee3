package arena.bot;

/**
 * Thrown if a bot throws an exception or error, which is then the cause. The message names the
 * match, and the turn if it happened in one.
 */
final class BotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BotException(String where, Throwable cause) {
    super("The bot failed " + where + ": " + cause, cause);
  }
}
