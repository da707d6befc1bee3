"""Audits: everything that a league stores and publishes is computed again and compared."""
