"""Challenges: unrated matches of an author's bot against one bot of a ladder, at the author's request."""
