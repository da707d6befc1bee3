"""Reads school systems' lists of students by the meaning of their columns."""
