"""The server: pages of results, live while a league is played."""
