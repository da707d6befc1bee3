"""Tests of the page with the replay of a match."""
