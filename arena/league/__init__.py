"""Leagues: their file, their schedule, and playing them."""
