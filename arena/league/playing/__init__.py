"""Plays a league: workers, results and progress."""
