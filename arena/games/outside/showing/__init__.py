"""Shows games from outside to people."""
