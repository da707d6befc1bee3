"""Clocks: thinking time of bots, and statistics of it."""
