"""The migrations in order. A migration that was released never changes."""
