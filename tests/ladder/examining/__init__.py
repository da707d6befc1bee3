"""Bots are built and checked: by whom, where, and what becomes of it when a server ends."""
