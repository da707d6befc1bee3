"""Plays a league into a store and writes its standings, for every user interface."""
