"""Tests of the rules of each game, with at least one test for each numbered rule."""
