"""A game from outside for people who look."""
