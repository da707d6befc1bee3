"""The web server: pages of results, which are updated while a league is played."""
