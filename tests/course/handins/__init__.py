"""Tests of finding, reading and testing hand-ins."""
