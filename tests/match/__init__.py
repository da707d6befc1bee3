"""Tests of arena/match: matches, their records, and replays."""
