"""Plays leagues, stores their results and writes their standings; all user interfaces use this package."""
