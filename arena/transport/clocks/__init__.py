"""Clocks: the thinking time of bots, and its statistics."""
