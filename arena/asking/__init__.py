"""Asks a bot what it would choose in one decision of a match."""
