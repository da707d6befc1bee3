package arena.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import arena.protocol.v1.Arena.ArenaMessage;
import arena.protocol.v1.Arena.Batch;
import arena.protocol.v1.Arena.BotMessage;
import arena.protocol.v1.Arena.Choices;
import arena.protocol.v1.Arena.Goodbye;
import arena.protocol.v1.Arena.MatchEnd;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import arena.protocol.v1.Arena.Welcome;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversationTest {
  private final List<BotMessage> sent = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final Conversation conversation =
      new Conversation(Recorder::new, sent::add, () -> this.now);
  private long thinkingNs = 0;
  private long now = 0;

  /**
   * A bot that records its calls, and chooses the last legal action. Each choice advances the fake
   * clock by thinkingNs.
   */
  private final class Recorder implements Bot {
    private final MatchStart start;

    Recorder(MatchStart start) {
      this.start = start;
      told.add("start " + start.getMatch());
    }

    @Override
    public int choose(Turn turn) {
      assertEquals(start.getMatch(), turn.getMatch());
      told.add("turn " + turn.getTurnId());
      now += thinkingNs;
      return turn.getLegal(turn.getLegalCount() - 1);
    }

    @Override
    public void end(MatchEnd end) {
      assertEquals(start.getMatch(), end.getMatch());
      told.add("end " + end.getMatch());
    }
  }

  @Test
  void readsABatchInOrderAndAnswersItInOneMessage() throws Exception {
    assertTrue(hear(batch().addStarts(start(7)).addStarts(start(8))));
    assertTrue(hear(batch().addEnds(end(7)).addTurns(turn(2, 8)).addTurns(turn(1, 7))));
    assertEquals(List.of("start 7", "start 8", "turn 2", "turn 1", "end 7"), told);
    assertEquals(List.of(choices(2, 1)), sent);
  }

  @Test
  void sendsWhatItHasWhenThinkingTakesLong() throws Exception {
    thinkingNs = Conversation.FLUSH_NS * 2 / 3;
    hear(batch().addStarts(start(7)));
    Batch.Builder batch = batch();
    for (int id = 1; id <= 5; id++) {
      batch.addTurns(turn(id, 7));
    }
    hear(batch);
    assertEquals(List.of(choices(1, 2), choices(3, 4), choices(5)), sent);
  }

  @Test
  void sendsNothingForABatchWithoutTurns() throws Exception {
    thinkingNs = 2 * Conversation.FLUSH_NS;
    hear(batch().addStarts(start(7)));
    hear(batch().addTurns(turn(1, 7)));
    hear(batch().addEnds(end(7)));
    assertEquals(List.of(choices(1)), sent);
  }

  @Test
  void ignoresWelcomeAndMessagesItDoesNotKnow() throws Exception {
    var later = UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.EMPTY).build();
    var unknown = UnknownFieldSet.newBuilder().addField(99, later).build();
    assertTrue(conversation.hear(ArenaMessage.parseFrom(unknown.toByteArray())));
    assertTrue(
        conversation.hear(
            ArenaMessage.newBuilder().setWelcome(Welcome.getDefaultInstance()).build()));
    assertEquals(List.of(), sent);
  }

  @Test
  void stopsAtGoodbye() throws Exception {
    assertFalse(
        conversation.hear(
            ArenaMessage.newBuilder().setGoodbye(Goodbye.getDefaultInstance()).build()));
  }

  @Test
  void dropsTheBotOfAMatchThatIsOver() throws Exception {
    hear(batch().addStarts(start(7)));
    hear(batch().addEnds(end(7)));
    hear(batch().addStarts(start(7)));
    assertEquals(List.of("start 7", "end 7", "start 7"), told);
    hear(batch().addEnds(end(7)));
    assertThrows(NullPointerException.class, () -> hear(batch().addTurns(turn(1, 7))));
  }

  @Test
  void saysInWhichMatchAndTurnABotThrew() throws Exception {
    RuntimeException failure = new IllegalStateException("no plan");
    Bot thrower =
        turn -> {
          throw failure;
        };
    Conversation failing = new Conversation(start -> thrower, sent::add, () -> 0);
    BotException thrown =
        assertThrows(
            BotException.class,
            () -> failing.hear(message(batch().addStarts(start(7)).addTurns(turn(31, 7)))));
    assertEquals(
        "The bot failed in match 5f7, turn 1: java.lang.IllegalStateException: no plan",
        thrown.getMessage());
    assertSame(failure, thrown.getCause());
  }

  @Test
  void sendsNotesWithTheirChoices() throws Exception {
    Bot noting =
        turn -> {
          if (turn.getTurnId() % 2 == 0) {
            Bot.note(turn, "forgotten");
            Bot.note(turn, turn.getTurnId() == 2 ? "why" : "\u00e9".repeat(300));
          } else {
            Bot.note(turn.toBuilder().setTurnId(1000).build(), "too late");
          }
          return 0;
        };
    Conversation conversation = new Conversation(start -> noting, sent::add, () -> 0);
    Batch.Builder batch = batch().addStarts(start(7));
    for (int id = 1; id <= 4; id++) {
      batch.addTurns(turn(id, 7));
    }
    conversation.hear(message(batch));
    conversation.hear(message(batch().addTurns(turn(5, 7))));
    assertEquals(
        List.of("", "why", "", "\u00e9".repeat(200)), sent.get(0).getChoices().getNotesList());
    assertEquals(List.of(), sent.get(1).getChoices().getNotesList());
    assertFalse(Notes.NOTED.containsValue("too late"));
  }

  private boolean hear(Batch.Builder batch) throws Exception {
    return conversation.hear(message(batch));
  }

  private static ArenaMessage message(Batch.Builder batch) {
    return ArenaMessage.newBuilder().setBatch(batch).build();
  }

  private static Batch.Builder batch() {
    return Batch.newBuilder();
  }

  private static MatchStart start(int match) {
    return MatchStart.newBuilder().setMatch(match).setId("5f" + match).build();
  }

  private static MatchEnd end(int match) {
    return MatchEnd.newBuilder().setMatch(match).build();
  }

  private static Turn turn(int id, int match) {
    return Turn.newBuilder().setTurnId(id).setMatch(match).addLegal(0).addLegal(100 + id).build();
  }

  private static BotMessage choices(int... ids) {
    Choices.Builder choices = Choices.newBuilder();
    for (int id : ids) {
      choices.addTurnIds(id).addActions(100 + id);
    }
    return BotMessage.newBuilder().setChoices(choices).build();
  }
}
