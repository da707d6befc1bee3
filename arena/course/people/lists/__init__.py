"""Reads lists of students that school systems exported, with headings in several languages."""
