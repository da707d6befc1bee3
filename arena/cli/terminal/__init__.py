"""Writes to the terminal: tables, matches in words, progress, messages, and what happens at Ctrl-C."""
