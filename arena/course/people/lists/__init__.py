"""Reads lists of students of school systems by the meaning of their columns."""
