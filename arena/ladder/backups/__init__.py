"""Backups: all data of a ladder as one file, made while it is served, and restored."""
