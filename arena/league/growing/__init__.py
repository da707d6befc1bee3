"""Continues a ladder with changed bots."""
