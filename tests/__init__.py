"""Tests of the arena: its games, bots, leagues, ladders and pages."""
