"""Tests of schedules, which decide which bots play together, and of goals that end a league early."""
