"""Ladders: people, submitted bots, their examination, and all data about them."""
