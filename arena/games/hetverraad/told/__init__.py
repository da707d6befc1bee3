"""A match in sentences, for those who read it in a terminal."""
