"""Tests of leagues, ladders and documented commands, run as real processes."""
