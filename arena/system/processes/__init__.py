"""Processes: how to see, count and end them, and the processors they run on."""
