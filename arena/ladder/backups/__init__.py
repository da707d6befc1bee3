"""Backups: how all data of a ladder become one file, also while it is served, and how they are restored from it."""
