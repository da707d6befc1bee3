"""Accounts: people, tokens, roles and rate limits."""
