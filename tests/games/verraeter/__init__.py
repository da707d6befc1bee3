"""Tests of Verräter beyond its rules: invariants of every match, cards, points and samples."""
