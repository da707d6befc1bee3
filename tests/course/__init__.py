"""A course, from its file to its grades."""
