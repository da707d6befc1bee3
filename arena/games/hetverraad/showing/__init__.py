"""A match as values JSON can hold: how it stands, actions in parts, and what never changes in it."""
