"""Continues a ladder with other bots."""
