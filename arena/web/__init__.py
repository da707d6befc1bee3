"""The server: pages of results, which follow a league while it is played."""
