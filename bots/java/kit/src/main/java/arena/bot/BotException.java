package arena.bot;

/** Thrown if a bot throws: the message says where, and the cause is what it threw. */
final class BotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BotException(String where, Throwable cause) {
    super("The bot failed " + where + ": " + cause, cause);
  }
}
