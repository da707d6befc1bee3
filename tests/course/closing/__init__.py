"""Tests of closing an assignment at its deadline, and of the assignment's lock, the file that records the result."""
