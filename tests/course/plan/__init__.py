"""Tests of reading the course file."""
