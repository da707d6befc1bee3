"""Streams between the arena and one process of a bot."""
