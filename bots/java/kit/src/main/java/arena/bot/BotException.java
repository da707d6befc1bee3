package arena.bot;

/** A bot threw; the message says where, the cause what. */
final class BotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BotException(String where, Throwable cause) {
    super("The bot failed " + where + ": " + cause, cause);
  }
}
