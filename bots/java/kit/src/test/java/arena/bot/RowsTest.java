package arena.bot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import arena.protocol.v1.Rows.Row;
import arena.protocol.v1.Rows.RowKind;
import arena.protocol.v1.Rows.Schema;
import arena.protocol.v1.Rows.Values;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class RowsTest {
  /** Rows of each kind, of fixed and of varying width. */
  private static final MatchStart START =
      MatchStart.newBuilder()
          .setSchema(
              Schema.newBuilder()
                  .addRows(row("hand", RowKind.ROW_KIND_INTEGERS, 0))
                  .addRows(row("odds", RowKind.ROW_KIND_REALS, 2))
                  .addRows(row("said", RowKind.ROW_KIND_TEXT, 0))
                  .addRows(row("board", RowKind.ROW_KIND_INTEGERS, 3)))
          .build();

  private static final Turn TURN =
      turn(
          Values.newBuilder()
              .addAllInts(List.of(7L, -1L, 0L, 1L, 2L))
              .addAllLengths(List.of(2, 1))
              .addAllReals(List.of(0.5, 1.0))
              .addTexts("no"));

  private static Row row(String name, RowKind kind, int width) {
    return Row.newBuilder().setName(name).setKind(kind).setWidth(width).build();
  }

  private static Turn turn(Values.Builder values) {
    return Turn.newBuilder().setValues(values).build();
  }

  @Test
  void rowsAreFoundByTheirNames() {
    Rows rows = Rows.of(START, TURN);
    assertArrayEquals(new long[] {0, 1, 2}, rows.ints("board"));
    assertArrayEquals(new long[] {7, -1}, rows.ints("hand"));
    assertArrayEquals(new double[] {0.5, 1}, rows.reals("odds"));
    assertEquals(List.of("no"), rows.texts("said"));
  }

  @Test
  void anEmptyRowIsFound() {
    Turn turn = turn(Values.newBuilder().addAllLengths(List.of(0, 0)));
    assertEquals(0, Rows.of(START, turn).ints("hand").length);
  }

  @Test
  void aMissingRowIsNamedWithThoseThereAre() {
    Rows rows = Rows.of(START, TURN);
    var error = assertThrows(NoSuchElementException.class, () -> rows.ints("odds"));
    assertEquals(
        "there is no row \"odds\" of integers; the rows are hand (integers), odds (reals), said (text),"
            + " board (integers)",
        error.getMessage());
  }
}
