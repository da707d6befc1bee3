"""Grades: what the final has shown of each bot, the arithmetic in full, and files for the systems of schools."""
