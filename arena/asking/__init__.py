"""Asks a bot which action it would choose in one decision of a match."""
