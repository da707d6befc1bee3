"""Limits on connections of the web server."""
