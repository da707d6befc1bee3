"""Tests of the page of a match, with its replay."""
