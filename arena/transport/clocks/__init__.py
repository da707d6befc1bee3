"""Clocks: the thinking time that bots have, and statistics of the time they use."""
