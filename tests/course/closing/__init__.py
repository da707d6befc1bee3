"""The deadline, and what is locked at it."""
