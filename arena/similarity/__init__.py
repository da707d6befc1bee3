"""Compares bots by their sources and by their choices; gives hints of similarity that a person must judge."""
