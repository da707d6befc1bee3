"""Audits: they compute again all that a league stores and publishes, and compare the two."""
