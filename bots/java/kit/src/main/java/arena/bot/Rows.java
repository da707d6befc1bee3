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
 * The rows of a turn, which are named lists of values. A game without messages of its own in the
 * protocol describes its views in rows; the game's rules explain each row.
 *
 * <p>The methods {@code ints}, {@code reals} and {@code texts} throw a {@link
 * NoSuchElementException} if no row of their kind has this name; the message lists all rows.
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
   * Returns the rows of a turn.
   *
   * @param start the message that announced the turn's match
   * @param turn the turn
   * @return its rows
   */
  public static Rows of(MatchStart start, Turn turn) {
    return new Rows(start.getSchema().getRowsList(), turn.getValues());
  }

  /**
   * Returns the values of a row of integers.
   *
   * @param name the name of the row
   * @return a copy of its values; a value that the seat cannot see is -1
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
   * Returns the values of a row of floating-point numbers.
   *
   * @param name the name of the row
   * @return a copy of its values
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
   * Returns the values of a row of texts.
   *
   * @param name the name of the row
   * @return a copy of its values
   */
  public List<String> texts(String name) {
    Span span = find(name, RowKind.ROW_KIND_TEXT);
    return List.copyOf(values.getTextsList().subList(span.begin, span.begin + span.width));
  }

  /**
   * The index of a row's first value among all values of its kind, and the number of its values.
   */
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
