package arena.bot;

import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import arena.protocol.v1.Rows.Row;
import arena.protocol.v1.Rows.RowKind;
import arena.protocol.v1.Rows.Values;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;

/**
 * The rows of a turn by name, in a game without messages of its own; the game's rules say what each
 * row means. If there is no such row, a {@link NoSuchElementException} names the rows there are.
 */
public final class Rows {
  private static final String KIND = "ROW_KIND_";

  private final List<Row> schema;
  private final Values values;

  private Rows(List<Row> schema, Values values) {
    this.schema = schema;
    this.values = values;
  }

  /**
   * The rows of a turn.
   *
   * @param start the message that announced the turn's match
   * @param turn the turn
   * @return its rows
   */
  public static Rows of(MatchStart start, Turn turn) {
    return new Rows(start.getSchema().getRowsList(), turn.getValues());
  }

  /**
   * A row of integers.
   *
   * @param name the name of the row
   * @return its values; -1 for a place that the seat cannot see
   */
  public long[] ints(String name) {
    Span span = find(name, RowKind.ROW_KIND_INTEGERS);
    long[] found = new long[span.width];
    for (int i = 0; i < found.length; i++) {
      found[i] = values.getInts(span.begin + i);
    }
    return found;
  }

  /**
   * A row of numbers.
   *
   * @param name the name of the row
   * @return its values
   */
  public double[] reals(String name) {
    Span span = find(name, RowKind.ROW_KIND_REALS);
    double[] found = new double[span.width];
    for (int i = 0; i < found.length; i++) {
      found[i] = values.getReals(span.begin + i);
    }
    return found;
  }

  /**
   * A row of texts.
   *
   * @param name the name of the row
   * @return its values
   */
  public List<String> texts(String name) {
    Span span = find(name, RowKind.ROW_KIND_TEXT);
    return List.copyOf(values.getTextsList().subList(span.begin, span.begin + span.width));
  }

  /** Where the values of a row are among all values of its kind. */
  private record Span(int begin, int width) {}

  private Span find(String name, RowKind kind) {
    int begin = 0;
    int next = 0;
    for (Row row : schema) {
      int width = row.getWidth() == 0 ? values.getLengths(next++) : row.getWidth();
      if (row.getKind() != kind) {
        continue;
      }
      if (row.getName().equals(name)) {
        return new Span(begin, width);
      }
      begin += width;
    }
    String names =
        schema.stream()
            .map(row -> row.getName() + " (" + word(row.getKind()) + ")")
            .collect(Collectors.joining(", "));
    throw new NoSuchElementException(
        "there is no row \"" + name + "\" of " + word(kind) + "; the rows are " + names);
  }

  private static String word(RowKind kind) {
    return kind.name().replace(KIND, "").toLowerCase(Locale.ROOT);
  }
}
