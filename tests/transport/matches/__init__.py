"""Tests of matches that a host plays."""
