package arena.bot;

import arena.protocol.v1.Arena.Choices;
import arena.protocol.v1.Arena.Turn;
import java.util.IdentityHashMap;
import java.util.Map;

/** The notes on turns that are being answered. */
final class Notes {
  /** How many characters of a note the arena keeps. */
  static final int MOST = 200;

  static final Map<Turn, String> NOTED = new IdentityHashMap<>();

  private Notes() {}

  /** Says that a turn is being answered from now on, so that notes on it count. */
  static synchronized void open(Turn turn) {
    NOTED.put(turn, "");
  }

  static synchronized void put(Turn turn, String text) {
    boolean isLong = text.codePointCount(0, text.length()) > MOST;
    NOTED.replace(turn, isLong ? text.substring(0, text.offsetByCodePoints(0, MOST)) : text);
  }

  /** Adds the note on the turn that was answered last to its choice. */
  static synchronized void addTo(Choices.Builder choices, Turn turn) {
    String note = NOTED.remove(turn);
    if (note.isEmpty() && choices.getNotesCount() == 0) {
      return;
    }
    while (choices.getNotesCount() < choices.getTurnIdsCount() - 1) {
      choices.addNotes("");
    }
    choices.addNotes(note);
  }
}
