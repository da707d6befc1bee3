"""Clocks: how much time bots have to think, and statistics of how much they use."""
