"""Bots while they are written."""
