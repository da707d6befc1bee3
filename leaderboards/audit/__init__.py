"""Audits, which compute everything that a league stores and publishes again, and compare it."""
