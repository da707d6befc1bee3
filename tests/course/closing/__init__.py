"""Tests of closing an assignment at its deadline, and of the file, called its lock, that records the result."""
