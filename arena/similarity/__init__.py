"""Compares bots by their sources and their choices, and gives hints of similarity for a person to judge."""
