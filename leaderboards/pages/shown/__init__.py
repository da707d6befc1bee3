"""Finds the leagues that pages show, and reads them in small parts."""
