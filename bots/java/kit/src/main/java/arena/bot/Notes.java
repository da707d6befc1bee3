package arena.bot;

import arena.protocol.v1.Arena.Choices;
import arena.protocol.v1.Arena.Turn;
import java.util.IdentityHashMap;
import java.util.Map;

/** What was noted on turns that are not answered yet. */
final class Notes {
  /** How many characters of a note the arena keeps. */
  static final int MOST = 200;

  private static final Map<Turn, String> NOTED = new IdentityHashMap<>();

  private Notes() {}

  static synchronized void put(Turn turn, String text) {
    boolean isLong = text.codePointCount(0, text.length()) > MOST;
    NOTED.put(turn, isLong ? text.substring(0, text.offsetByCodePoints(0, MOST)) : text);
  }

  /** Puts what was noted on the turn that was answered last beside its choice. */
  static synchronized void addTo(Choices.Builder choices, Turn turn) {
    String note = NOTED.isEmpty() ? null : NOTED.remove(turn);
    if (note == null && choices.getNotesCount() == 0) {
      return;
    }
    while (choices.getNotesCount() < choices.getTurnIdsCount() - 1) {
      choices.addNotes("");
    }
    choices.addNotes(note == null ? "" : note);
  }
}
