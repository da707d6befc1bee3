package greedy;

/** Supply cards laid down: their number, and their points. */
record Cards(int size, int points) {
  static final int[] VALUES = {2, 3, 4, 5, 6, 8};

  /** By card value: one more than the number of cards that have it. */
  private static final int[] DIGITS = {6, 6, 6, 6, 3, 2};

  static Cards cardsIn(int action) {
    int size = 0;
    int points = 0;
    for (int i = 0; i < DIGITS.length; i++) {
      int count = action % DIGITS[i];
      action /= DIGITS[i];
      size += count;
      points += count * VALUES[i];
    }
    return new Cards(size, points);
  }
}
