"""Tests of files that people write, and of what is kept whole, locked, secret and rare."""
