"""Processes: seen, counted and ended, and the processors they run on."""
