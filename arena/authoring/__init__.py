"""Tools for authors: create, check and play back one bot or game."""
