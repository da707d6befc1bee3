"""Tests of the files that students may see."""
