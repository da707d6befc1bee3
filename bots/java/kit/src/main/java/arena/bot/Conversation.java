package arena.bot;

import arena.protocol.v1.Arena.ArenaMessage;
import arena.protocol.v1.Arena.Batch;
import arena.protocol.v1.Arena.BotMessage;
import arena.protocol.v1.Arena.Choices;
import arena.protocol.v1.Arena.MatchEnd;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import io.grpc.StatusException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The bot's half of the conversation after Hello.
 *
 * <p>Rule 1: turns are answered in the order of their batch, because the arena's clock runs for the
 * first turn that is not answered yet.
 *
 * <p>Rule 2: choices are sent as soon as they have taken {@link #FLUSH_NS} together, so that a long
 * thought about one turn does not delay the answers to others.
 */
final class Conversation {
  static final long FLUSH_NS = 5_000_000;

  /** Sends messages at once. */
  @FunctionalInterface
  interface Outbox {
    boolean write(BotMessage message) throws StatusException, InterruptedException;
  }

  private final Function<MatchStart, ? extends Bot> factory;
  private final Outbox outbox;
  private final LongSupplier nanoTime;
  private final Map<Integer, Match> matches = new HashMap<>();

  /** One match on the stream. */
  private static final class Match {
    final String id;
    final Bot bot;

    /** How many turns the bot has had. */
    int turns;

    Match(String id, Bot bot) {
      this.id = id;
      this.bot = bot;
    }
  }

  Conversation(Function<MatchStart, ? extends Bot> factory, Outbox outbox, LongSupplier nanoTime) {
    this.factory = factory;
    this.outbox = outbox;
    this.nanoTime = nanoTime;
  }

  /** Returns whether the conversation goes on. */
  boolean hear(ArenaMessage message) throws StatusException, InterruptedException {
    switch (message.getMessageCase()) {
      case BATCH -> play(message.getBatch());
      case GOODBYE -> {
        return false;
      }
      default -> {} // Welcome, and what later versions add
    }
    return true;
  }

  private void play(Batch batch) throws StatusException, InterruptedException {
    for (MatchStart start : batch.getStartsList()) {
      matches.put(start.getMatch(), make(start));
    }
    answer(batch);
    for (MatchEnd end : batch.getEndsList()) {
      end(matches.remove(end.getMatch()), end);
    }
  }

  private void answer(Batch batch) throws StatusException, InterruptedException {
    Choices.Builder choices = Choices.newBuilder();
    long flushed = nanoTime.getAsLong();
    for (Turn turn : batch.getTurnsList()) {
      Notes.open(turn);
      choices.addActions(choose(turn)).addTurnIds(turn.getTurnId());
      Notes.addTo(choices, turn);
      long now = nanoTime.getAsLong();
      if (now - flushed > FLUSH_NS) {
        send(choices);
        choices.clear();
        flushed = now;
      }
    }
    if (choices.getTurnIdsCount() > 0) {
      send(choices);
    }
  }

  private void send(Choices.Builder choices) throws StatusException, InterruptedException {
    outbox.write(BotMessage.newBuilder().setChoices(choices).build());
  }

  private Match make(MatchStart start) {
    try {
      return new Match(start.getId(), factory.apply(start));
    } catch (RuntimeException | Error failure) {
      throw new BotException("at the start of match " + start.getId(), failure);
    }
  }

  private int choose(Turn turn) {
    Match match = matches.get(turn.getMatch());
    match.turns++;
    try {
      return match.bot.choose(turn);
    } catch (RuntimeException | Error failure) {
      throw new BotException("in match " + match.id + ", turn " + match.turns, failure);
    }
  }

  private static void end(Match match, MatchEnd end) {
    try {
      match.bot.end(end);
    } catch (RuntimeException | Error failure) {
      throw new BotException("at the end of match " + match.id, failure);
    }
  }
}
