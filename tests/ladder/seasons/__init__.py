"""Tests of the end of a ladder's season."""
