"""Bots that are handed in: what they are, their states and what their authors are told."""
