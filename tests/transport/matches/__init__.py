"""Matches as a host plays them."""
