"""Rehearses a whole course, with invented students."""
