"""Streams: what goes to and fro between the arena and one process of a bot."""
