"""Tests of the ladder: rights, stored data, and the states of submissions."""
