"""The people of a course: roster, aliases and extensions."""
