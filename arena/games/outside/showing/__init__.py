"""Boards and sentences that show games from outside the arena to people."""
