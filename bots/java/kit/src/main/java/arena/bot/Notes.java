package arena.bot;

import arena.protocol.v1.Arena.Choices;
import arena.protocol.v1.Arena.Turn;
import java.util.IdentityHashMap;
import java.util.Map;

/** Keeps the note on each turn that is being answered. */
final class Notes {
  /** The largest number of characters of a note that the arena stores; the rest is cut off. */
  static final int MOST = 200;

  static final Map<Turn, String> NOTED = new IdentityHashMap<>();

  private Notes() {}

  /** Begins the answer to a turn: from now on, notes on this turn are kept. */
  static synchronized void open(Turn turn) {
    NOTED.put(turn, "");
  }

  static synchronized void put(Turn turn, String text) {
    boolean isLong = text.codePointCount(0, text.length()) > MOST;
    NOTED.replace(turn, isLong ? text.substring(0, text.offsetByCodePoints(0, MOST)) : text);
  }

  /**
   * Adds the note on a turn to the choices, whose last one must be the choice for this turn. Later
   * notes on the turn are ignored.
   *
   * <p>The protocol demands as many notes as choices, or none. So the choices get no notes before
   * the first note that is not empty; earlier choices then get empty notes.
   */
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
