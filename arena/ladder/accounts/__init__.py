"""The accounts of a ladder: people, their tokens and roles, and rate limits."""
