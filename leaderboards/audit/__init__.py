"""What audits: all that a league keeps and publishes, computed again and compared."""
