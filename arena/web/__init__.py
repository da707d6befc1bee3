"""The web server: serves pages of results, which are updated while a league is played, and tables and ladders."""
