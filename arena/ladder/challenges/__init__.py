"""Challenges: unrated matches of a version against one bot of a ladder, at its author's request."""
