"""Challenges: matches that an author asks for, of a version against one bot of a ladder, apart from the rating."""
