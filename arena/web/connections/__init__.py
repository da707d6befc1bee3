"""Limits on the number and the duration of the web server's connections."""
