"""Tests of grades and of the files with grades."""
