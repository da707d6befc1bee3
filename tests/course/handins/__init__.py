"""Tests of finding hand-ins, reading them, and testing whether they are valid."""
