"""Tests of reading users' files, writing files completely or not at all, locks, temporary folders and rate limits."""
