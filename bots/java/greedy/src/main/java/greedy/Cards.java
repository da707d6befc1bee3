package greedy;

/** The number of cards that an action plays or discards, and their points. */
record Cards(int size, int points) {
  static final int[] VALUES = {2, 3, 4, 5, 6, 8};

  /**
   * For each card value, one more than the number of cards with this value; these are the bases of
   * the digits in an action's number.
   */
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
