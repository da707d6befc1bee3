"""Rehearses a whole course with invented students, to test the software before the real course."""
