"""One test, or more, for each numbered rule of each game."""
