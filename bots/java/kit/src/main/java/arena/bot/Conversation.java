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
 * Handles the messages that the arena sends after Hello: calls the bots, and sends their choices.
 *
 * <p>Rule 1: The kit answers the turns of a batch in their order, because the arena's clock runs
 * for the first turn that is not answered yet.
 *
 * <p>Rule 2: The kit collects choices until more than {@link #FLUSH_NS} nanoseconds have passed
 * since the first turn of the batch, or since it last sent choices. It then sends them, so that
 * they do not wait for the rest of the batch. After the last turn of a batch, it sends all choices
 * that are left.
 */
final class Conversation {
  static final long FLUSH_NS = 5_000_000;

  /** Sends a message; returns false if the stream takes no more messages. */
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

    /** The number of turns that the bot has had so far, including the present one. */
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

  /** Handles a message from the arena; returns false after the goodbye, which is the last one. */
  boolean hear(ArenaMessage message) throws StatusException, InterruptedException {
    switch (message.getMessageCase()) {
      case BATCH -> play(message.getBatch());
      case GOODBYE -> {
        return false;
      }
      default -> {} // Welcome, or a message that this kit does not know
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
