"""Backups: all that a ladder keeps as one file, made while it is served, and made into a ladder again."""
