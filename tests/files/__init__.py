"""Tests of reading people's files, of complete writing, locks, temporary folders and rate limits."""
