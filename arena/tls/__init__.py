"""Servers and whoever dials them: where one listens, what it shows to be believed, and whom this machine believes."""
