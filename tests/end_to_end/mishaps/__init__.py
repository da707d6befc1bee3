"""Tests of mishaps around a league, which must not cost a match or a result."""
