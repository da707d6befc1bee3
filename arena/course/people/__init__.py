"""The people of a course: the roster, aliases and extensions."""
