"""Tests of courses, from the course file to the grades."""
