"""Boards and sentences that show games from outside to people."""
