"""Grades: evidence from the final, exact arithmetic, and files for school systems."""
